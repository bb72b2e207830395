import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createSymbolIndex, type SymbolIndex } from "../../../server/src/symbols/symbolIndex.js";
import { keyOf } from "../../../server/src/workspace/uris.js";

/** So many edits, moves and deletions are tried, in runs of so many. */
const STEPS = 10_000;
const LENGTH = 500;
const NAMES = ["a", "b", "deep/a", "deep/b", "deep/er/c"];

const file = fc.constantFrom(...NAMES).map((name) => `file:///workspace/${name}.vaultconn.json`);
const reference = fc
  .tuple(fc.constantFrom("secret", "env", "file"), fc.constantFrom("A", "B", "../a.pem", "a.pem", "deep/../a.pem"))
  .map(([kind, name]) => `\${${kind}:${name}}`);
const text = fc
  .record({
    id: fc.option(fc.constantFrom("ac_1", "ac_2")),
    name: fc.option(fc.array(fc.oneof(reference, fc.constant("$${env:A}")), { maxLength: 3 })),
    cut: fc.option(fc.nat({ max: 80 }), { freq: 5 }),
  })
  .map(({ id, name, cut }) => {
    const whole = JSON.stringify({
      ...(id !== null && { id }),
      ...(name !== null && { name: name.join(" ") }),
      setup: { type: "BEARER", token: "${secret:TOKEN}" },
    });
    return cut === null ? whole : whole.slice(0, cut);
  });
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom("write", "open", "edit"), file, text }),
  fc.record({ kind: fc.constantFrom("delete", "close"), file }),
  fc.record({ kind: fc.constant("move"), file, to: file }),
  fc.record({ kind: fc.constant("ask") }),
) as fc.Arbitrary<{ readonly kind: string; readonly file?: string; readonly text?: string; readonly to?: string }>;
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Documents in memory, as the server has those that are open, or those that it has read. */
class Documents extends Map<string, TextDocument> {
  readonly found = Promise.resolve();
  #version = 0;
  all(): readonly TextDocument[] {
    return [...this.values()];
  }
  override get(uri: string): TextDocument | undefined {
    return this.all().find((document) => keyOf(document.uri) === keyOf(uri));
  }
  put(uri: string, content: string): void {
    this.set(uri, TextDocument.create(uri, "vaultconn", ++this.#version, content));
  }
  edit(uri: string, content: string): void {
    const document = super.get(uri);
    if (document) TextDocument.update(document, [{ text: content }], ++this.#version);
  }
}

/** All that an index knows. */
function knowledgeOf(index: SymbolIndex): unknown {
  const files = [...index.all()].map(({ document, places, connection }) => ({
    uri: document.uri,
    text: document.getText(),
    places,
    connection,
  }));
  const uses = (["secret", "env", "file", "connection"] as const).flatMap((kind) =>
    Array.from(index.uses(kind), ([key, holding]) => [key, holding.map(({ document }) => document.uri)]),
  );
  return { files, uses };
}

/** Does what happens in an editor, or on disk. */
function take(open: Documents, files: Documents, { kind, file: uri, text: content, to }: Step): void {
  if (uri === undefined) return;
  if (kind === "write") files.put(uri, content ?? "");
  else if (kind === "open") open.put(uri, content ?? "");
  else if (kind === "edit") open.edit(uri, content ?? "");
  else if (kind === "close") open.delete(uri);
  else {
    const moved = files.get(uri)?.getText();
    files.delete(uri);
    if (to !== undefined && moved !== undefined) files.put(to, moved);
  }
}

describe("the index of names", () => {
  it(`agrees with a new read after ${STEPS} random edits, moves, and deletions`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: LENGTH, maxLength: LENGTH }), async (steps) => {
        const [open, files] = [new Documents(), new Documents()];
        const index = createSymbolIndex(open, files);
        for (const next of steps) {
          take(open, files, next);
          if (next.kind === "ask") await index.settle();
        }
        expect(knowledgeOf(index)).toEqual(knowledgeOf(createSymbolIndex(open, files)));
      }),
      { numRuns: STEPS / LENGTH },
    );
  });

  it("reads a file again if it changed during a read", async () => {
    const [open, files] = [new Documents(), new Documents()];
    const index = createSymbolIndex(open, files);
    for (let number = 0; number < 250; number++) {
      files.put(`file:///workspace/${number}.vaultconn.json`, '{"name": "${secret:OLD}"}');
    }
    const settled = index.settle();
    files.put("file:///workspace/0.vaultconn.json", '{"name": "${secret:NEW}"}');
    await settled;
    const uses = index.uses("secret");
    expect(uses.get("secret:NEW")?.length).toBe(1);
    expect(uses.get("secret:OLD")?.length).toBe(249);
  });
});
