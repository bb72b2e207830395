import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../../../server/src/document/setupFile.js";
import { escapesOf } from "../../../server/src/document/placedReferences.js";
import { symbolAt, symbolsIn } from "../../../server/src/symbols/fileSymbols.js";
import { complete } from "../../../server/src/features/completion/completion.js";
import { hoverAt } from "../../../server/src/features/hover.js";
import { linksIn } from "../../../server/src/features/documentLinks.js";
import { symbolsOf } from "../../../server/src/features/documentSymbols.js";
import { foldsOf } from "../../../server/src/features/foldingRanges.js";
import { formatEdits } from "../../../server/src/features/formatting.js";
import { hintsIn } from "../../../server/src/features/inlayHints.js";
import { selectionAt } from "../../../server/src/features/selectionRanges.js";
import { accept, actionsOf, applied, wholeOf } from "./edits.js";
import { knowing, NEVER, vscode } from "./clients.js";
import { documentOf } from "./corpus.js";

const RUNS = { numRuns: 400 };

/** Everything the features say about a document at a position. */
async function everything(document: TextDocument, offset: number): Promise<readonly unknown[]> {
  const position = document.positionAt(offset);
  const request = { document, position, client: { support: vscode, ...knowing }, token: NEVER };
  const { items } = await complete(request);
  const actions = await actionsOf(document, { start: position, end: position }, vscode);
  return [
    items.map((item) => [accept(document, item), item]),
    await hoverAt(request),
    actions.map((action) => applied(document, action)),
    symbolsOf(document),
    foldsOf(document, vscode),
    selectionAt(document, position),
    TextDocument.applyEdits(document, formatEdits(document, { tabSize: 2, insertSpaces: true })),
    linksIn(document),
    hintsIn(document, wholeOf(document)),
    symbolsIn(document, setupFileOf(document)),
    symbolAt(document, position),
    escapesOf(setupFileOf(document)),
  ];
}

const WORDS = String.raw`{ } [ ] : , " "setup" "type" "API_KEY" "id" "name" "api_key" "__proto__" // /* */ \ 1 null x '`;
const piece = fc.constantFrom(
  ...WORDS.split(" "),
  ...['"${env:A}"', '"${', "\n", "\r\n", " ", "\0", "\uFEFF", "\uD800"],
);
const rubbish = fc
  .array(fc.oneof({ weight: 5, arbitrary: piece }, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 30 })
  .map((pieces) => pieces.join(""));

describe("features", () => {
  it("survive any text and any position", async () => {
    await fc.assert(
      fc.asyncProperty(rubbish, fc.nat({ max: 80 }), async (text, offset) => {
        expect(await everything(documentOf(text), offset)).toHaveLength(12);
      }),
      RUNS,
    );
  });

  it("work for texts at the limits and beyond", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const wide = `{ "setup": { "type": "BEARER", ${Array.from({ length: 20_000 }, (_, index) => `"field_${String(index)}": ${String(index)}`).join(", ")} } }`;
    const line = `{ "type": "WEBHOOK", "url": "http://${"a".repeat(1_000_000)} " }`;
    for (const text of [deep, `{ "x": ${deep} }`, wide, line, "\0".repeat(10_000), `${" ".repeat(6_000_000)}{}`]) {
      expect(await everything(documentOf(text), Math.min(text.length, 45))).toHaveLength(12);
    }
  });
});

it.each(["{", "${", "=", ":", ",", '"'])(
  "looks for fixes of a long run of %s quickly",
  { timeout: 5000 },
  async (run) => {
    const document = documentOf(`{"setup":{"type":"BEARER","token":${run.repeat(9000 / run.length)}`);
    const actions = await actionsOf(document, wholeOf(document), vscode, ["quickfix"]);
    expect(actions.filter((action) => !applied(document, action).includes('"type":"BEARER"'))).toEqual([]);
  },
);

describe("completion", () => {
  it("is marked incomplete if the client knows more", async () => {
    const connections = vi.fn(() => Promise.resolve({ connections: [], tenants: [], incomplete: true }));
    const { isIncomplete } = await complete({
      document: documentOf('{ "id": "sale", "tenant": "acme.example.com" }'),
      position: { line: 0, character: 12 },
      client: { support: vscode, ...knowing, connections },
      token: NEVER,
    });
    expect(isIncomplete).toBe(true);
    expect(connections).toHaveBeenCalledExactlyOnceWith({ tenant: "acme.example.com", query: "sal" }, NEVER);
  });
});
