import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Uri } from "vscode";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { FileMemory } from "../../../client/src/files/fileMemory.js";
import { FileStates, type FileState } from "../../../client/src/files/fileStates.js";
import { askedBy } from "../../../client/src/files/inspection.js";
import { sourcesFor } from "../../../client/src/files/sources.js";
import { describeFileState } from "../../../client/src/files/describeFileState.js";
import { keyOf } from "../../../client/src/push/activePushes.js";
import { FileActivities } from "../../../client/src/push/fileActivities.js";
import { PushJournal } from "../../../client/src/push/journal.js";
import { Digests } from "../../../client/src/secrets/digest.js";
import { NamedSecrets } from "../../../client/src/secrets/namedSecrets.js";
import { resolveReferences } from "../../../client/src/secrets/resolve.js";
import { digestValues } from "../../../client/src/secrets/valueDigests.js";
import type { Sessions } from "../../../client/src/tenants/sessions.js";
import { inspect } from "../push/inspected.js";
import { TextStorage } from "../push/textStorage.js";
import { editorStub, FileUri, fireFocus, fireWritten } from "./editorStub.js";

vi.mock("vscode", async () => (await import("./editorStub.js")).editorStub);

/** So many random edits are made in one go; more of them find more, and take longer. */
const EDITS = Number(process.env["VAULTCONN_EDITS"] ?? 250);
const FILES = 12;
const ORIGINS = ["https://acme.example", "https://staging.example", "https://other.example"];

/** A reference as files write it, without its braces. */
const REFERENCES = [
  ...["secret:S0", "secret:S1", "secret:S2", "env:E0", "env:E1", "env:E2"],
  ...["file:keys/F0.pem", "file:keys/F1.pem", "file:F2.txt"],
];

/** A machine: its secret storage, its workspace and what the extension keeps, with a window on it. */
function openWindow(folder: string, kept = { secrets: new Map<string, string>(), storage: new TextStorage() }) {
  const { secrets: values, storage } = kept;
  const store = {
    get: (key: string) => Promise.resolve(values.get(key)),
    store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
    delete: (key: string) => Promise.resolve(void values.delete(key)),
  };
  let names: readonly string[] = [];
  const secrets = new NamedSecrets(store, {
    get: () => names,
    set: (now) => Promise.resolve(void (names = now)),
  });
  const digests = new Digests(store);
  const memory = new FileMemory(storage);
  const sessions = { onDidChange: () => ({ dispose: () => undefined }), withOrigin: () => undefined };
  const uri = (name: string) => FileUri.file(join(folder, name)) as unknown as Uri;
  let asked = 0;
  const server = {
    request: async <Result>(_: string, params: object): Promise<Result> => {
      asked += 1;
      const text = await readFile(FileUri.parse((params as { uri: string }).uri).fsPath, "utf8");
      return { ...inspect(text), version: null } as Result;
    },
  };
  const states = new FileStates({
    locks: { of: () => Promise.resolve(undefined), onDidChange: new editorStub.EventEmitter<undefined>().event },
    memory,
    journal: new PushJournal(storage),
    activities: new FileActivities(),
    digests,
    server,
    sessions: sessions as unknown as Sessions,
    secrets,
  });
  /** What a push keeps, of a file whose references all have values. */
  const push = async (name: string, origin: string): Promise<boolean> => {
    const written = inspect(await readFile(join(folder, name), "utf8"));
    const { sources } = await sourcesFor(uri(name), secrets);
    const resolved = await resolveReferences(written, sources);
    if (!resolved.ok) return false;
    const about = keyOf({ tenant: { origin }, id: name });
    const values = await digestValues(resolved.values, about, digests);
    const pushed = await digests.of(askedBy({ ...written }));
    await memory.remember(uri(name), { origin, id: name, pushed, values });
    return true;
  };
  return { kept, secrets, digests, memory, states, storage, values, uri, push, asked: () => asked };
}

type Window = ReturnType<typeof openWindow>;

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
    .record({ id: fc.constant("ac_1"), name: fc.option(text, { nil: "N" }), setup })
    .map((full) => JSON.stringify(full, undefined, 2)),
  fc.record({ name: text }).map((full) => `${JSON.stringify(full)} // \${secret:S0} \${env:E0}`),
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

  readonly refs = (name: string) =>
    inspect(this.files.get(name) ?? "").references.map((reference) => `${reference.kind}:${reference.name}`);
  readonly asks = (name: string) => JSON.stringify(inspect(this.files.get(name) ?? "").request);

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
            });
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
            });
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
    expect(states.slice(0, 2).map(describeFileState)).toEqual([
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
    await write(name, JSON.stringify({ name: "${env:E}", setup: { type: "BEARER", token: "${secret:S}" } }));
    await write(plain, JSON.stringify({ name: "No reference" }));
    for (const each of [name, plain]) await window.push(each, ORIGINS[0] ?? "");
    const words = async (each: Window, of = name) => describeFileState(await each.states.of(each.uri(of)));
    expect([await words(window), await words(window, plain)]).toEqual(["in sync", "in sync"]);

    await write(".env", "");
    expect(await words(window)).toBe("values not compared: E cannot be read here");
    await write(".env", "E=canary-env");
    expect(await words(window)).toBe("in sync");

    const kept = window.memory.get(window.uri(name));
    const before = { origin: ORIGINS[0] ?? "", id: name, pushed: kept?.pushed };
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
