import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver";
import { parseReferences, referenceKinds, type ReferenceKind } from "../../../../schemas/references.js";
import { unquoted } from "../insertion.js";
import { inert } from "../describe.js";
import type { CompletionRequest, Draft, Items } from "./items.js";
import { SUGGEST_AGAIN } from "./properties.js";
import type { Target } from "./target.js";

export interface ReferencePlace {
  readonly kinds: readonly ReferenceKind[];
  /** What an item replaces; "content" where there is no string yet. */
  readonly replaces: Draft["replaces"];
}

const BEGUN = /(?:\$\{[^"}$]*|\$)$/;
const REST = /^[^"}$]*\}/;
const REST_AFTER_DOLLAR = /^\{[^"}$]*\}/;
const MAX_NAMES = 500;

/**
 * Where a reference is being written: after `$`, or where the string is empty.
 * Elsewhere none is offered, so that no list opens while a value is typed.
 */
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
  return {
    kinds: kind ? [kind] : referenceKinds,
    replaces: isQuoted || !isWhole ? { start: cursor - begun.length, end: cursor + rest.length } : "content",
  };
}

/**
 * The references that can stand there: the names the client knows, and the beginning of each kind. The beginnings come
 * before the names of all kinds but the first: an environment has dozens of variables that no setup file is about.
 */
export async function addReferences(
  items: Items,
  { kinds, replaces }: ReferencePlace,
  { document: { uri }, queries, token }: CompletionRequest,
): Promise<void> {
  const answers = await Promise.all(kinds.map((kind) => queries.names({ kind, uri }, token)));
  const [first = [], ...others] = kinds.map((kind, index) =>
    (answers[index]?.names ?? []).slice(0, MAX_NAMES).map((name) => () => {
      addName(items, kind, name, replaces);
    }),
  );
  const beginnings = kinds.map((kind) => () => {
    addBeginning(items, kind, replaces);
  });
  for (const add of [...first, ...beginnings, ...others.flat()]) add();
}

function addBeginning(items: Items, kind: ReferenceKind, replaces: Draft["replaces"]): void {
  items.add({
    label: `\${${kind}:}`,
    kind: CompletionItemKind.Keyword,
    detail: DETAILS[kind](),
    data: { reference: kind },
    replaces,
    text: [`\${${kind}:`, {}, "}"],
    command: SUGGEST_AGAIN,
  });
}

function addName(items: Items, kind: ReferenceKind, name: string, replaces: Draft["replaces"]): void {
  const reference = `\${${kind}:${name}}`;
  const [parsed] = parseReferences(reference).references;
  if (parsed?.end !== reference.length) return;
  items.add({
    label: inert(reference, 200),
    kind: kind === "file" ? CompletionItemKind.File : CompletionItemKind.Variable,
    detail: DETAILS[kind](),
    data: { reference: kind },
    replaces,
    text: [unquoted(reference)],
  });
}

const DETAILS: Readonly<Record<ReferenceKind, () => string>> = {
  env: () => l10n.t("environment variable"),
  secret: () => l10n.t("stored secret"),
  file: () => l10n.t("file in the workspace"),
};
