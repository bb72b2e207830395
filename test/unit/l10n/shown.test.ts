import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MarkupContent } from "vscode-languageserver";
import { translations } from "../../../scripts/l10n/bundles.js";
import { setupFileFields, typeField } from "../../../schemas/fields.js";
import { variants } from "../../../schemas/variants.js";
import { setupFileOf } from "../../../server/src/document/setupFile.js";
import { complete } from "../../../server/src/features/completion/completion.js";
import { hoverAt } from "../../../server/src/features/hover.js";
import { hintsIn } from "../../../server/src/features/inlayHints.js";
import { useLocale } from "../../../server/src/edge/server.js";
import { checkFile, toDiagnostic } from "../../../server/src/rules/check.js";
import { PSEUDO, writePseudoBundle } from "./pseudo.js";
import { actionsOf, wholeOf } from "../features/actions.js";
import { knowing, NEVER, silent, vscode } from "../features/clients.js";
import { corpus, documentOf, documentWithCursor } from "../features/corpus.js";
import { CASES } from "../rules/corpus.js";

const PARTS = ["schemas", "server"];

const FIELDS = [typeField, ...setupFileFields, ...variants.flatMap(({ fields }) => fields)];
/** What is the same in every language and may stand outside of quotes and code. */
const NAMES = new Set([
  ...FIELDS.flatMap(({ name, allowed = [] }) => [name, ...allowed]),
  ...variants.map(({ type }) => type),
]);
const CODE = /(`+)[^]*?\1|"(?:[^"\n]|"(?=[^\s,;?)]))*"|\$\{[^}]*\}|\b[A-Z_][A-Z\d_]+\b/g;

const OTHER_FILE = { uri: "file:///other.vaultconn.json", range: wholeOf(documentOf("")) };
/** No reference can be resolved, and other files update the same connections: one, or for longer ids two. */
const RULES = {
  exists: () => false,
  sameTarget: (id: string) => (id.length > 4 ? [OTHER_FILE, OTHER_FILE] : [OTHER_FILE]),
  plainTextSecret: "warning" as const,
};

let bundles = "";
beforeAll(async () => {
  // Their keys are all texts there are: see translations.test.ts.
  const known = await Promise.all(PARTS.map((part) => translations(part, "de")));
  bundles = await writePseudoBundle(known.flatMap((texts) => Object.keys(texts)));
  useLocale(PSEUDO, bundles);
});
afterAll(() => rm(bundles, { recursive: true }));

/** The English words in what is shown; names that the client has brought don't count. */
function englishIn(shown: string, brought: readonly string[] = []): readonly string[] {
  const own = brought.reduce((text, name) => text.replaceAll(name, ""), shown).replaceAll(CODE, " ");
  return [...own.matchAll(/\$?[A-Za-z][\w-]*/g)].map(([word]) => word).filter((word) => !NAMES.has(word));
}

function expectTranslated(shown: readonly unknown[], brought?: readonly string[]): void {
  const all = [...new Set(shown.filter((text) => typeof text === "string"))];
  expect(all.filter((text) => englishIn(text, brought).length > 0)).toEqual([]);
}

const { connections = [], tenants = [] } = (await knowing.connections({}, NEVER)) ?? {};
const BROUGHT = [
  ...connections.flatMap(({ name, app }) => [name, app]),
  ...tenants.flatMap(({ name, host }) => [host, name]),
].map((name) => name.replaceAll(/\p{Cf}/gu, ""));

const documents = [
  ...CASES.map(({ text }) => documentOf(text)),
  ...corpus("codeActions").map(({ text }) => documentOf(text)),
];
const withCursor = (folder: string): readonly ReturnType<typeof documentWithCursor>[] =>
  corpus(folder).map(({ text }) => documentWithCursor(text));

describe("in another language", () => {
  it("every diagnostic is told, with what is related to it", () => {
    const all = documents.flatMap((document) =>
      [{}, RULES].flatMap((rules) =>
        checkFile(setupFileOf(document), rules).map((finding) => toDiagnostic(document, finding)),
      ),
    );
    expect(all.length).toBeGreaterThan(1000);
    expectTranslated(
      all.flatMap(({ message, relatedInformation = [] }) => [
        message,
        ...relatedInformation.map((related) => related.message),
      ]),
    );
  });

  it("every code action is named", async () => {
    const asked = documents.flatMap((document) => [
      actionsOf(document, wholeOf(document), vscode),
      actionsOf(document, wholeOf(document), vscode, undefined, RULES),
    ]);
    const actions = (await Promise.all(asked)).flat();
    expect(actions.length).toBeGreaterThan(500);
    expectTranslated(actions.flatMap(({ title, command }) => [title, command?.title]));
  });

  it("every hover speaks", async () => {
    const asked = withCursor("hover").flatMap(({ document, cursor }) =>
      [knowing, silent].map((queries) =>
        hoverAt({
          document,
          position: document.positionAt(cursor),
          client: { support: vscode, ...queries },
          token: NEVER,
        }),
      ),
    );
    const hovers = (await Promise.all(asked)).filter((hover) => hover !== null);
    expect(hovers.length).toBeGreaterThan(40);
    const providers = ["1Password", "HashiCorp Vault", "team"];
    expectTranslated(
      hovers.map(({ contents }) => (contents as MarkupContent).value),
      providers,
    );
  });

  it("every completion is described", async () => {
    const asked = withCursor("completion").map(({ document, cursor }) =>
      complete({
        document,
        position: document.positionAt(cursor),
        client: { support: vscode, ...knowing },
        token: NEVER,
      }),
    );
    const items = (await Promise.all(asked)).flatMap((list) => list.items);
    expect(items.length).toBeGreaterThan(500);
    expectTranslated(
      items.map(({ detail }) => detail),
      BROUGHT,
    );
    expectTranslated(items.map(({ documentation }) => (documentation as MarkupContent | undefined)?.value));
  });

  it("every hint speaks", () => {
    const hints = documents.flatMap((document) => hintsIn(document, wholeOf(document)));
    expect(hints.length).toBeGreaterThan(50);
    expectTranslated(hints.flatMap(({ label, tooltip }) => [label, tooltip]));
  });
});
