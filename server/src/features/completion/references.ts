import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver";
import { providerTitle } from "../../../../schemas/providerTitles.js";
import {
  type BuiltInKind,
  parseReferences,
  providerOf,
  referenceKinds,
  referenceText,
} from "../../../../schemas/references.js";
import { unquoted } from "../insertion.js";
import { escapeMarkdown } from "../describe.js";
import type { CompletionRequest, Draft, ItemData, Items } from "./items.js";
import { SUGGEST_AGAIN } from "./properties.js";
import type { Target } from "./target.js";

export interface ReferencePlace {
  readonly kinds: readonly BuiltInKind[];
  /** The name that is already written before the colon, where it's none of the kinds. */
  readonly provider?: string | undefined;
  /** What an item replaces; "content" where there is no string yet. */
  readonly replaces: Draft["replaces"];
}

const BEGUN = /(?:\$\{[^"}$]*|\$)$/;
const REST = /^[^"}$]*\}/;
const REST_AFTER_DOLLAR = /^\{[^"}$]*\}/;
const MAX_NAMES = 500;

/** Where a reference can be completed: after `$`, or in an empty string, so that no list opens while a value is typed. */
export function referencePlaceAt({ text, cursor, start, end, content, isQuoted }: Target): ReferencePlace | undefined {
  if (start === end) return { kinds: referenceKinds, replaces: "content" };
  if (!content) return undefined;
  const before = text.slice(content.start, cursor);
  const after = text.slice(cursor, content.end);
  const begun = BEGUN.exec(before)?.[0];
  if (begun === undefined || before.at(-begun.length - 1) === "$")
    return before + after === "" ? { kinds: referenceKinds, replaces: "content" } : undefined;
  const rest = (begun === "$" ? REST_AFTER_DOLLAR : REST).exec(after)?.[0] ?? "";
  const kind = referenceKinds.find((candidate) => begun.startsWith(`\${${candidate}:`));
  const isWhole = begun + rest === before + after;
  const provider = kind ? undefined : /^\$\{([A-Za-z][\w-]{0,49}):/.exec(begun)?.[1];
  return {
    kinds: kind ? [kind] : provider === undefined ? referenceKinds : [],
    provider,
    replaces: isQuoted || !isWhole ? { start: cursor - begun.length, end: cursor + rest.length } : "content",
  };
}

/**
 * Adds the names that the client knows, and the beginning of each kind. The beginnings come before the names of all
 * kinds but the first: an environment has dozens of variables that no setup file is about.
 */
export async function addReferences(
  items: Items,
  { kinds, provider, replaces }: ReferencePlace,
  request: CompletionRequest,
): Promise<void> {
  const { queries, token } = request;
  const { uri } = request.document;
  const answers = await Promise.all(kinds.map((kind) => queries.names({ kind, uri }, token)));
  const [first = [], ...others] = kinds.map((kind, index) =>
    (answers[index]?.names ?? []).slice(0, MAX_NAMES).map((name) => () => {
      addReference(items, referenceText({ kind, name }), DETAILS[kind](), { reference: kind }, replaces);
    }),
  );
  const beginnings = kinds.map((kind) => () => {
    addBeginning(items, kind, DETAILS[kind](), { reference: kind }, replaces);
  });
  const ofProviders = kinds.length === 1 ? [] : await providerItems(items, provider, replaces, request);
  for (const add of [...first, ...beginnings, ...ofProviders, ...others.flat()]) add();
}

/** The beginnings for the providers that are defined, and the paths that setup files of the workspace use. */
async function providerItems(
  items: Items,
  provider: string | undefined,
  replaces: Draft["replaces"],
  { document: { uri }, queries, usedPaths, token }: CompletionRequest,
): Promise<readonly (() => void)[]> {
  const known = provider === undefined ? ((await queries.names({ kind: "provider", uri }, token))?.names ?? []) : [];
  const paths = ((await usedPaths?.()) ?? []).filter(
    (name) => provider === undefined || providerOf(name).provider === provider,
  );
  const detail = (name: string) => l10n.t("read from {0}", escapeMarkdown(providerTitle(name)));
  return [
    ...known.map((name) => () => {
      addBeginning(items, name, detail(name), { reference: "provider", provider: name }, replaces);
    }),
    ...paths.slice(0, MAX_NAMES).map((name) => () => {
      const { provider: of } = providerOf(name);
      const data = { reference: "provider", provider: of } as const;
      addReference(items, referenceText({ kind: "provider", name }), detail(of), data, replaces);
    }),
  ];
}

function addBeginning(items: Items, word: string, detail: string, data: ItemData, replaces: Draft["replaces"]): void {
  items.add({
    label: `\${${word}:}`,
    kind: CompletionItemKind.Keyword,
    detail,
    data,
    replaces,
    text: [`\${${word}:`, {}, "}"],
    command: SUGGEST_AGAIN,
  });
}

function addReference(
  items: Items,
  reference: string,
  detail: string,
  data: ItemData,
  replaces: Draft["replaces"],
): void {
  const [parsed] = parseReferences(reference).references;
  if (parsed?.end !== reference.length) return;
  items.add({
    label: escapeMarkdown(reference, 200),
    kind: data.reference === "file" ? CompletionItemKind.File : CompletionItemKind.Variable,
    detail,
    data,
    replaces,
    text: [unquoted(reference)],
  });
}

const DETAILS: Readonly<Record<BuiltInKind, () => string>> = {
  env: () => l10n.t("environment variable"),
  secret: () => l10n.t("stored secret"),
  file: () => l10n.t("file in the workspace"),
};
