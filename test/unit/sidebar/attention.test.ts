import { describe, expect, it } from "vitest";
import type { FileState } from "../../../client/extension/editor/states.js";
import { Attention } from "../../../client/extension/sidebar/attention.js";
import { vscode } from "../vscode.js";
import type { ReviewRequest } from "../../../client/core/agents/reviewRequests.js";
import { partOf } from "../partOf.js";

const { Uri } = vscode;

const HOST = "acme.example.com";
type Known = FileState["kind"] | FileState | undefined;

/** The badge of a workspace whose setup files stand like this; undefined is a file that wasn't looked at yet. */
function list(
  known: readonly Known[],
  ready: readonly boolean[] = [],
  requests: Readonly<Record<string, string>> = {},
) {
  const store = {
    find: (id: string) => (ready[Number(id)] === undefined ? undefined : { name: "", ready: ready[Number(id)] }),
  };
  const files = known.map((_, at) => ({ file: Uri.file(`/${at}.vaultconn.json`), id: String(at), tenant: HOST }));
  const parts = partOf<ConstructorParameters<typeof Attention>[0]>({
    sessions: { all: [{ tenant: { host: HOST }, store }] },
    setupFiles: {
      all: files,
      namedBy: ({ path }) => files.find(({ file }) => file.path === path),
    },
    reviewRequests: {
      all: new Map(
        Object.entries(requests).map(([name, reason]) => [String(Uri.file(name)), partOf<ReviewRequest>({ reason })]),
      ),
    },
    fileStates: {
      last: (file) => {
        const state = known[files.findIndex((one) => one.file === file)];
        return typeof state === "string" ? { kind: state } : state;
      },
    },
  });
  const shown = new Attention(parts);
  shown.update();
  const rows = shown.rows.map(({ item }) => [item.label, item.description, item.accessibilityInformation?.label]);
  return { badge: shown.badge, rows, items: shown.rows.map(({ item }) => item) };
}

describe("Needs attention", () => {
  it("is hidden if nothing needs an action", () => {
    const kinds = ["new", "inSync", "notCompared", "probable", "pending", undefined] as const;
    const ready = kinds.map(() => true);
    for (const shown of [list([]), list(kinds, ready)]) expect(shown).toMatchObject({ badge: undefined, rows: [] });
  });

  it("counts the files that it lists, and says what they need", () => {
    expect(list(["changed", "inSync", "drifted"])).toMatchObject({
      badge: { value: 2, tooltip: "Files with unpushed changes: 1, connections changed on the service: 1" },
      rows: [
        ["0", "unpushed changes", "0, unpushed changes, 0.vaultconn.json"],
        ["2", "changed on the service", "2, changed on the service, 2.vaultconn.json"],
      ],
    });
    const tooltip =
      "Pushes with an unknown outcome: 1, connections deleted from the service: 1, connections with a file that aren't ready: 2";
    const { badge, rows } = list(["unknown", "gone", "new", "inSync"], [true, true, false, false]);
    expect(badge).toEqual({ value: 4, tooltip });
    expect(rows.map(([, description]) => description)).toEqual([
      "outcome unknown",
      "deleted",
      "not ready",
      "not ready",
    ]);
  });

  it("lists what ends soon once, beside what's more pressing", () => {
    const ending = (kind: FileState["kind"], endsIn: number): FileState => ({ kind, remembered: undefined, endsIn });
    const { badge, rows } = list(
      [ending("inSync", 12), ending("changed", 0), ending("new", -3), ending("notCompared", 1)],
      [true, true, false, true],
    );
    expect(rows.map(([, description]) => description)).toEqual([
      "ends in 12 days",
      "unpushed changes · ends today",
      "not ready · ended 3 days ago",
      "ends tomorrow",
    ]);
    const tooltip =
      "Credentials that end soon or have ended: 2, files with unpushed changes: 1, connections with a file that aren't ready: 1";
    expect(badge).toEqual({ value: 4, tooltip });
  });

  it("shows an agent's words as a quotation that ends the text", () => {
    const { badge, items } = list(["changed", "inSync", "new", "gone"], [], {
      "/0.vaultconn.json": "ok” · in sync\n$(check) [Push](command:vaultconn.push)",
      "/2.vaultconn.json": "Adds a region.",
      "/folder/other.vaultconn.json": "\u202eIt has no ID.",
    });
    const asked = "an agent asks for a review: “ok’ · in sync $(check) [Push] (command:vaultconn.push)”";
    expect(badge).toEqual({
      value: 4,
      tooltip: "Reviews that agents ask for: 3, connections deleted from the service: 1",
    });
    expect(items.map(({ contextValue }) => contextValue)).toEqual([
      "file.requested",
      "file.requested",
      "file",
      "file.requested",
    ]);
    expect(items[0]).toMatchObject({
      label: "0",
      description: asked,
      tooltip: `0.vaultconn.json\nunpushed changes\n${asked}`,
      accessibilityInformation: { label: `0, unpushed changes, 0.vaultconn.json, ${asked}` },
    });
    expect(items[3]).toMatchObject({
      label: "other",
      description: "an agent asks for a review: “It has no ID.”",
      command: { arguments: [Uri.file("/folder/other.vaultconn.json")] },
    });
  });
});
