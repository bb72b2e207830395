import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { describeFileState, type FileState } from "../../../client/extension/editor/states.js";
import { inspect } from "../push/inspected.js";
import { editorStub, fireFocus, fireWritten } from "./editorStub.js";
import { ID, openWindow, type Window } from "./window.js";

vi.mock("vscode", async () => (await import("./editorStub.js")).editorStub);

/** So many random edits are made in one go; more of them find more, and take longer. */
const EDITS = Number(process.env["VAULTCONN_EDITS"] ?? 250);
const FILES = 12;
/** What is waited for after each edit takes a few milliseconds. */
const OFTEN = { interval: 1 };
const ORIGINS = ["https://acme.example", "https://staging.example", "https://other.example"];

/** A reference as files write it, without its braces. */
const REFERENCES = [
  ...["secret:S0", "secret:S1", "secret:S2", "env:E0", "env:E1", "env:E2"],
  ...["file:keys/F0.pem", "file:keys/F1.pem", "file:F2.txt"],
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vault-connections-values-"));
  editorStub.folder = folder;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
  fireWritten(join(folder, path));
}

async function remove(path: string): Promise<void> {
  await rm(join(folder, path), { force: true });
  fireWritten(join(folder, path));
}

/** A text with references and what stands beside them; one that is escaped is none. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...REFERENCES).map((reference) => `\${${reference}}`) },
  { weight: 1, arbitrary: fc.constantFrom("Bearer ", "x", "$", "-", "é") },
  { weight: 1, arbitrary: fc.constantFrom(...REFERENCES).map((reference) => `$\${${reference}}`) },
);
const text = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(""));
const setup = fc.oneof(
  fc.record({ type: fc.constant("BEARER"), token: text }),
  fc.record({ type: fc.constant("BASIC"), username: text, password: text }),
  fc.record({ type: fc.constant("API_KEY"), api_key: text, base_url: fc.constant("https://eu.example.com") }),
);
const file = fc.oneof(
  setup.map((bare) => JSON.stringify(bare)),
  fc
    .record({ id: fc.constant(ID), name: fc.option(text, { nil: "N" }), setup })
    .map((full) => JSON.stringify(full, undefined, 2)),
  fc.record({ id: fc.constant(ID), name: text }).map((full) => `${JSON.stringify(full)} // \${secret:S0} \${env:E0}`),
);
const index = (count: number) => fc.nat({ max: count - 1 });
const edit = fc.oneof(
  fc.record({ kind: fc.constant("value" as const), reference: fc.constantFrom(...REFERENCES), value: index(4) }),
  fc.record({ kind: fc.constant("value" as const), reference: fc.constantFrom(...REFERENCES), value: index(4) }),
  fc.record({ kind: fc.constant("remove" as const), reference: fc.constantFrom(...REFERENCES) }),
  fc.record({ kind: fc.constant("file" as const), file: index(FILES), text: file }),
  fc.record({ kind: fc.constant("push" as const), file: index(FILES), origin: fc.constantFrom(...ORIGINS) }),
  fc.record({ kind: fc.constant("push" as const), file: index(FILES), origin: fc.constantFrom(...ORIGINS) }),
  fc.record({
    kind: fc.constant("elsewhere" as const),
    reference: fc.constantFrom("secret:S0", "secret:S1", "env:E0"),
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

/** What is so, worked out without any digest. */
class Model {
  readonly values = new Map<string, string>();
  readonly files = new Map<string, string>();
  readonly pushed = new Map<string, { asked: string; values: Map<string, string> }>();

  /** What the language server says about each text there has been. */
  readonly #inspected = new Map<string, ReturnType<typeof inspect>>();

  readonly refs = (name: string) =>
    this.#inspect(name).references.map((reference) => `${reference.kind}:${reference.name}`);
  readonly asks = (name: string) => JSON.stringify(this.#inspect(name).request);

  #inspect(name: string): ReturnType<typeof inspect> {
    const content = this.files.get(name) ?? "";
    const inspected = this.#inspected.get(content) ?? inspect(content);
    this.#inspected.set(content, inspected);
    return inspected;
  }

  push(name: string): void {
    const values = new Map(this.refs(name).map((reference) => [reference, this.values.get(reference) ?? ""]));
    this.pushed.set(name, { asked: this.asks(name), values });
  }

  /** The kind of state, and the references that were replaced. */
  of(name: string): { kind: FileState["kind"]; replaced: readonly string[] } {
    const pushed = this.pushed.get(name);
    if (!pushed) return { kind: "new", replaced: [] };
    const references = [...new Set(this.refs(name))];
    const replaced = references.filter((reference) => {
      const [before, now] = [pushed.values.get(reference), this.values.get(reference)];
      return before !== undefined && now !== undefined && before !== now;
    });
    if (this.asks(name) !== pushed.asked || replaced.length > 0) return { kind: "changed", replaced };
    const unread = references.some((reference) => !this.values.has(reference));
    return { kind: unread ? "notCompared" : "inSync", replaced };
  }
}

const nameOf = (at: number): string => `team-${at}.vaultconn.json`;

/** Makes one edit of what a person or a program may change, in the world and in the model. */
async function make(window: Window, model: Model, change: Edit): Promise<void> {
  if (change.kind === "file") {
    model.files.set(nameOf(change.file), change.text);
    await write(nameOf(change.file), change.text);
  } else if (change.kind === "push") {
    const name = nameOf(change.file);
    if (await window.push(name, change.origin)) model.push(name);
  } else {
    const [kind = "", name = ""] = change.reference.split(":");
    const value = change.kind === "value" ? `canary-${change.value}-${name}` : undefined;
    const set = change.kind === "elsewhere" ? `canary-elsewhere-${name}` : value;
    if (set === undefined) model.values.delete(change.reference);
    else model.values.set(change.reference, set);
    if (kind === "secret" && change.kind === "elsewhere") {
      // Another window of this machine stores it, and VS Code tells of the key.
      window.values.set(`vaultconn.secret:${name}`, set ?? "");
      await window.secrets.noticeKey(`vaultconn.secret:${name}`);
    } else if (kind === "secret")
      await (set === undefined ? window.secrets.remove(name) : window.secrets.store(name, set));
    else if (kind === "env") {
      const lines = [...model.values].flatMap(([key, held]) =>
        key.startsWith("env:") ? [`${key.slice(4)}=${held}`] : [],
      );
      if (change.kind === "elsewhere") {
        // Written while nobody watched; the window looks again once it has the focus.
        await writeFile(join(folder, ".env"), lines.join("\n"));
        fireFocus();
      } else await write(".env", lines.join("\n"));
    } else await (set === undefined ? remove(name) : write(name, `${set}\n`));
  }
}

describe("files whose values were replaced since their last push", () => {
  it("are exactly those that are marked, whatever is edited", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: FILES, maxLength: FILES }),
        fc.array(edit, { minLength: EDITS, maxLength: EDITS }),
        async (files, edits) => {
          await rm(folder, { recursive: true, force: true });
          const [window, model] = [openWindow(folder), new Model()];
          for (const [at, content] of files.entries())
            await make(window, model, { kind: "file", file: at, text: content });
          for (const reference of REFERENCES) await make(window, model, { kind: "value", reference, value: 0 });
          for (let at = 0; at < FILES; at++)
            await make(window, model, { kind: "push", file: at, origin: ORIGINS[at % 3] ?? "" });
          const shown = new Map<string, string>();
          const look = async (name: string) => {
            const { kind, values } = await window.states.of(window.uri(name));
            return {
              kind,
              replaced: (values?.replaced ?? []).map((reference) => `${reference.kind}:${reference.name}`),
            };
          };
          const marks = async () => {
            for (let at = 0; at < FILES; at++) shown.set(nameOf(at), JSON.stringify(await look(nameOf(at))));
          };
          const told = new Set<string>();
          window.states.onDidChange((changed) => {
            for (const { fsPath } of changed) told.add(fsPath.slice(folder.length + 1));
          });
          for (let at = 0; at < FILES; at++) window.states.last(window.uri(nameOf(at)));
          await marks();
          for (const change of edits) {
            const before = new Map(shown);
            await vi.waitFor(() => {
              for (let at = 0; at < FILES; at++) expect(window.states.last(window.uri(nameOf(at)))).toBeDefined();
            }, OFTEN);
            told.clear();
            await make(window, model, change);
            await marks();
            for (let at = 0; at < FILES; at++)
              expect([nameOf(at), change, shown.get(nameOf(at))]).toEqual([
                nameOf(at),
                change,
                JSON.stringify(model.of(nameOf(at))),
              ]);
            // Whoever shows marks is told of each that is another one now.
            const different = [...shown].filter(([name, mark]) => before.get(name) !== mark).map(([name]) => name);
            await vi.waitFor(() => {
              expect([...told]).toEqual(expect.arrayContaining(different));
            }, OFTEN);
          }
          expect(window.storage.everything).not.toContain("canary");
          window.states.dispose();
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it("are k of n, found without reading any of them again", async () => {
    const window = openWindow(folder);
    const names = Array.from({ length: 40 }, (_, at) => nameOf(at));
    await window.secrets.store("SHEETS_KEY", "canary-old");
    await window.secrets.store("OTHER", "canary-other");
    for (const [at, name] of names.entries()) {
      const token = at % 7 === 0 ? "Bearer ${secret:SHEETS_KEY}" : "${secret:OTHER} $${secret:SHEETS_KEY}";
      await write(name, JSON.stringify({ type: "BEARER", token }));
      await window.push(name, ORIGINS[at % 3] ?? "");
      expect((await window.states.of(window.uri(name))).kind).toBe("inSync");
    }
    const asked = window.asked();
    await window.secrets.store("SHEETS_KEY", "canary-new");
    const states = await Promise.all(names.map((name) => window.states.of(window.uri(name))));
    expect(states.flatMap(({ kind }, at) => (kind === "changed" ? [at] : []))).toEqual([0, 7, 14, 21, 28, 35]);
    expect(states.slice(0, 2).map((state) => describeFileState(state))).toEqual([
      "SHEETS_KEY was replaced since the last push",
      "in sync",
    ]);
    expect(window.asked()).toBe(asked);
    // The old value again is what was pushed.
    await window.secrets.store("SHEETS_KEY", "canary-old");
    expect((await window.states.of(window.uri(nameOf(0)))).kind).toBe("inSync");
  });

  it("are not compared where an earlier version pushed them, where the key is gone, or a value cannot be read here", async () => {
    const window = openWindow(folder);
    const [name, plain] = [nameOf(0), nameOf(1)];
    await window.secrets.store("S", "canary-value");
    await write(".env", "E=canary-env");
    await write(name, JSON.stringify({ id: ID, name: "${env:E}", setup: { type: "BEARER", token: "${secret:S}" } }));
    await write(plain, JSON.stringify({ id: ID, name: "No reference" }));
    for (const each of [name, plain]) await window.push(each, ORIGINS[0] ?? "");
    const words = async (each: Window, of = name) => describeFileState(await each.states.of(each.uri(of)));
    expect([await words(window), await words(window, plain)]).toEqual(["in sync", "in sync"]);

    await write(".env", "");
    expect(await words(window)).toBe("values not compared: E cannot be read here");
    await write(".env", "E=canary-env");
    expect(await words(window)).toBe("in sync");

    const kept = window.memory.get(window.uri(name));
    const before = { origin: ORIGINS[0] ?? "", id: ID, pushed: kept?.pushed };
    expect(Object.keys(kept?.values?.of ?? {}).sort()).toEqual(["env:E", "secret:S"]);
    await window.memory.remember(window.uri(name), before);
    expect([await words(window), await words(window, plain)]).toEqual(["values not compared", "in sync"]);
    await window.memory.remember(window.uri(name), { ...before, values: kept?.values });
    expect(await words(window)).toBe("in sync");

    window.values.delete("vaultconn.digestKey");
    const next = openWindow(folder, window.kept);
    expect(await words(next)).toBe("values not compared");
  });
});
