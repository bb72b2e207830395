import * as l10n from "@vscode/l10n";
import { beforeAll, expect, it } from "vitest";
import { type MarkupContent } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { translations } from "../../../scripts/l10n/bundles.js";
import { setupFileFields, typeField } from "../../../schemas/fields.js";
import { variants } from "../../../schemas/variants.js";
import { setupFileOf } from "../../../server/src/document/setupFile.js";
import { complete } from "../../../server/src/features/completion/completion.js";
import { hoverAt } from "../../../server/src/features/hover.js";
import { hintsIn } from "../../../server/src/features/inlayHints.js";
import { checkFile, toDiagnostic } from "../../../server/src/rules/check.js";
import { actionsOf, wholeOf } from "../features/edits.js";
import { knowing, NEVER, silent, vscode } from "../features/clients.js";
import { corpus, documentOf, documentWithCursor, CASES } from "../features/corpus.js";

const FIELDS = [typeField, ...setupFileFields, ...variants.flatMap(({ fields }) => fields)];
/** What is the same in every language and may stand outside of quotes and code. */
const NAMES = new Set([
  ...FIELDS.flatMap(({ name, allowed = [] }) => [name, ...allowed]),
  ...variants.map(({ type }) => type),
]);
const CODE = /U\+[\dA-F]{4,6}|(`+)[^]*?\1|"(?:[^"\n]|"(?=[^\s,;?)]))*"|\$\{[^}]*\}|\b[A-Z_][A-Z\d_]+\b/g;

const OTHER_FILE = { uri: "file:///other.vaultconn.json", range: wholeOf(documentOf("")) };
/** No reference can be resolved, and other files update the same connections: one, or for longer ids two. */
const RULES = {
  exists: () => false,
  sameTarget: ({ id }: { id: string }) => ({ count: id.length > 4 ? 2 : 1, first: [OTHER_FILE] }),
  plainTextSecret: "warning" as const,
};

const TO_FULL_WIDTH = 0xfee0;

/** A text whose letters are full-width ones, so that any other letter in what is shown is English that stayed. */
function pseudo(text: string): string {
  return text.replaceAll(/\{\d+\}|[A-Za-z]/g, (found) =>
    found.length > 1 ? found : String.fromCharCode(found.charCodeAt(0) + TO_FULL_WIDTH),
  );
}

beforeAll(async () => {
  // Their keys are all texts there are: see translations.test.ts.
  const known = await Promise.all(["schemas", "server"].map((part) => translations(part, "de")));
  const texts = known.flatMap((each) => Object.keys(each));
  l10n.config({ contents: Object.fromEntries(texts.map((text) => [text, pseudo(text)])) });
});

const { connections = [], tenants = [] } = (await knowing.connections({}, NEVER)) ?? {};
const BROUGHT = [
  ...connections.flatMap(({ name, app }) => [name, app]),
  ...tenants.flatMap(({ name, host }) => [host, name]),
  ...["1Password", "HashiCorp Vault", "team"],
].map((name) => name.replaceAll(/\p{Cf}/gu, ""));

/** The English words in what is shown; names that the client has brought don't count. */
function englishIn(shown: string): readonly string[] {
  const own = BROUGHT.reduce((text, name) => text.replaceAll(name, ""), shown).replaceAll(CODE, " ");
  return [...own.matchAll(/\$?[A-Za-z][\w-]*/g)].map(([word]) => word).filter((word) => !NAMES.has(word));
}

const documents = [
  ...CASES.map(({ text }) => documentOf(text)),
  ...corpus("codeActions").map(({ text }) => documentOf(text)),
];
const withCursor = (folder: string): readonly ReturnType<typeof documentWithCursor>[] =>
  corpus(folder).map(({ text }) => documentWithCursor(text));

function request(document: TextDocument, cursor: number, queries: typeof knowing) {
  return { document, position: document.positionAt(cursor), client: { support: vscode, ...queries }, token: NEVER };
}

/** What each feature shows of all texts of the corpora. */
const SHOWN: Readonly<Record<string, () => Promise<readonly unknown[]> | readonly unknown[]>> = {
  diagnostics: () =>
    documents.flatMap((document) =>
      [{}, RULES].flatMap((rules) =>
        checkFile(setupFileOf(document), rules).flatMap((finding) => {
          const { message, relatedInformation = [] } = toDiagnostic(document, finding, vscode.capabilities);
          return [message, ...relatedInformation.map((related) => related.message)];
        }),
      ),
    ),
  "code actions": async () => {
    const asked = documents.flatMap((document) => [
      actionsOf(document, wholeOf(document), vscode),
      actionsOf(document, wholeOf(document), vscode, undefined, RULES),
    ]);
    return (await Promise.all(asked)).flat().flatMap(({ title, command }) => [title, command?.title]);
  },
  hovers: async () => {
    const asked = withCursor("hover").flatMap(({ document, cursor }) =>
      [knowing, silent].map((queries) => hoverAt(request(document, cursor, queries))),
    );
    return (await Promise.all(asked)).map((hover) => (hover?.contents as MarkupContent | undefined)?.value);
  },
  completions: async () => {
    const asked = withCursor("completion").map(({ document, cursor }) => complete(request(document, cursor, knowing)));
    return (await Promise.all(asked))
      .flatMap(({ items }) => items)
      .flatMap(({ detail, documentation }) => [detail, (documentation as MarkupContent | undefined)?.value]);
  },
  hints: () =>
    documents.flatMap((document) =>
      hintsIn(document, wholeOf(document)).flatMap(({ label, tooltip }) => [label, tooltip]),
    ),
};

it.each([
  ["diagnostics", 1000],
  ["code actions", 500],
  ["hovers", 40],
  ["completions", 500],
  ["hints", 50],
])("translates all %s, at least %i", async (feature, least) => {
  const shown = ((await SHOWN[feature]?.()) ?? []).filter((text) => typeof text === "string");
  expect(shown.length).toBeGreaterThan(least);
  expect([...new Set(shown)].filter((text) => englishIn(text).length > 0)).toEqual([]);
});
