import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Arrangement } from "../../../client/core/connections/arrangeConnections.js";
import { drawn, record } from "./drawnTree.js";

describe("the tree", () => {
  it("updates one row if one of 5,000 changes", async () => {
    const tree = await drawn(5000);
    tree.save(1234, "inSync");
    tree.save(4321, "changed");
    const [before, rows] = [tree.asks(), tree.rows()];
    // The last row is for a service that lists more than a page can hold.
    expect(rows).toHaveLength(5001);
    tree.save(1234, "changed");
    // Besides, the row above what needs attention, with the two below it.
    expect(tree.asks()).toBe(before + 1 + 3);
    tree.apply(record(77, { ready: false }));
    expect(tree.asks()).toBe(before + 5);
    tree.save(1234, "changed");
    await tree.refresh((records) => records.map((known) => ({ ...known, ready: known.ready && known.id !== "ac_77" })));
    expect(tree.asks()).toBe(before + 5);
    await tree.refresh((records) => records.map((known) => ({ ...known, ready: known.ready && known.id !== "ac_78" })));
    expect(tree.asks()).toBe(before + 6);
    expect(tree.rows().every((row, index) => row === rows[index])).toBe(true);
  });

  it("marks rows with a setup file in text, icon, and label", async () => {
    const tree = await drawn(6);
    const look = (index: number) =>
      tree.screen().findLast((item) => (item as { label: string }).label === `Connection ${index}`) as {
        description: string;
        iconPath: { id: string };
        accessibilityInformation: { label: string };
      };
    expect(look(1)).toMatchObject({
      description: expect.not.stringContaining("file") as string,
      iconPath: { id: "zap" },
    });
    tree.save(1, "new", "Connection 1");
    tree.save(2, "new", "Another name");
    tree.save(3, "inSync");
    tree.save(4, "changed");
    tree.save(5, "inSync");
    const looks = [1, 2, 3, 4, 5].map(look);
    expect(looks.map(({ description, iconPath }) => [...description.split(" · ").slice(0, 2), iconPath.id])).toEqual([
      ["HTTP", "setup file", "file-code"],
      ["HTTP", "named “Another name” in the file", "file-code"],
      ["SLACK", "file in sync", "file-code"],
      ["HTTP", "unpushed changes", "arrow-up"],
      ["HTTP", "not ready", "warning"],
    ]);
    for (const { accessibilityInformation } of looks)
      expect(accessibilityInformation.label).toMatch(/, setup file(, .+)?$/);
  });

  it("keeps a row's object while its connection is loaded", async () => {
    const tree = await drawn(20);
    const rows = tree.rows();
    await tree.refresh((records) => [record(99, { name: "A new one" }), ...records.slice(1)]);
    tree.apply(record(5, { name: "Zebra" }));
    const kept = new Set(tree.rows());
    expect(tree.rows()).toHaveLength(20);
    expect(rows.filter((row) => !kept.has(row))).toHaveLength(1);
    expect(tree.rows().at(-1)).toBe(rows.find((row) => row.kind === "connection" && row.connection.id === "ac_5"));
  });

  it("shows the same rows after changes as after a full update", async () => {
    const index = fc.integer({ min: 0, max: 14 });
    const kind = fc.constantFrom("inSync", "changed", "drifted", "gone", "unknown", "new" as const);
    const arrangement = fc.constantFrom<Partial<Arrangement>>(
      ...[{ grouped: true }, { grouped: false }, { order: "lastChange" as const }, { text: "z" }, { text: "" }],
      ...[{ readiness: "notReady" as const }, { readiness: "any" as const }],
    );
    const names = fc.constantFrom("A", "Z", "Connection 3");
    type Drawn = Awaited<ReturnType<typeof drawn>>;
    const step: fc.Arbitrary<(tree: Drawn) => unknown> = fc.oneof(
      fc.tuple(index, kind).map(([at, state]) => (tree: Drawn) => {
        tree.save(at, state);
      }),
      index.map((at) => (tree: Drawn) => {
        tree.remove(at);
      }),
      fc.tuple(index, names, fc.boolean()).map(([at, name, ready]) => (tree: Drawn) => {
        tree.apply(record(at, { name, ready }));
      }),
      arrangement.map((change) => (tree: Drawn) => {
        tree.arrange(change);
      }),
      index.map((at) => (tree: Drawn) => tree.refresh((records) => records.filter(({ id }) => id !== `ac_${at}`))),
      fc
        .integer({ min: 15, max: 18 })
        .map(
          (at) => (tree: Drawn) =>
            tree.refresh((records) => [...records.filter(({ id }) => id !== `ac_${at}`), record(at)]),
        ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), async (steps) => {
        const tree = await drawn(12);
        for (const [take, isDrawn] of steps) {
          await take(tree);
          if (isDrawn) tree.screen();
        }
        const shown = JSON.parse(JSON.stringify(tree.screen(), comparable)) as unknown;
        expect(shown).toEqual(JSON.parse(JSON.stringify(tree.anew(), comparable)));
      }),
      { numRuns: 100 },
    );
  });
});

/**
 * What has to be the same: not the row that a click gives to its command, which holds its tenant with all its rows, and
 * not the count of files that a tenant's row speaks, which is that of when it was drawn.
 */
function comparable(key: string, value: unknown): unknown {
  if (key === "arguments") return undefined;
  return key === "label" && typeof value === "string" ? value.replace(/, \d+ with a setup file$/, "") : value;
}
