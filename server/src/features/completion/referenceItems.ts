import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver";
import { providerTitle } from "../../../../schemas/providerTitles.js";
import {
  type BuiltInKind,
  isProviderName,
  isReference,
  providerOf,
  type Reference,
  type ReferenceKind,
  referenceKinds,
  referenceText,
  wordBefore,
} from "../../../../schemas/references.js";
import { unquoted } from "../insertion.js";
import { describeReference } from "../describe.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import type { CompletionRequest, Draft, Items, Target } from "./items.js";
import { SUGGEST_AGAIN } from "./fieldItems.js";

export interface ReferencePlace {
  readonly kinds: readonly BuiltInKind[];
  /** The provider's name before the colon, if it isn't a kind. */
  readonly provider?: string | undefined;
  /** What an item replaces; "content" if there's no string yet. */
  readonly replaces: Draft["replaces"];
}

const BEGUN = /(?:\$\{[^"}$]*|\$)$/;
const REST = /^[^"}$]*\}/;
const REST_AFTER_DOLLAR = /^\{[^"}$]*\}/;
const MAX_NAMES = 500;

/**
 * Where a reference can be completed: after `$` or in an empty string. Elsewhere, lists would open while the user types
 * a value.
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
  const word = /^\$\{([^:]*):/.exec(begun)?.[1] ?? "";
  const provider = isProviderName(word) ? word : undefined;
  return {
    kinds: kind ? [kind] : provider === undefined ? referenceKinds : [],
    provider,
    replaces: isQuoted || !isWhole ? { start: cursor - begun.length, end: cursor + rest.length } : "content",
  };
}

/**
 * Adds the names that the client knows, and the start of each kind. The starts come right after the names of the first
 * kind, since an environment has dozens of unrelated variables.
 */
export async function addReferences(
  items: Items,
  { kinds, provider, replaces }: ReferencePlace,
  request: CompletionRequest,
): Promise<void> {
  const { client, token } = request;
  const { uri } = request.document;
  const answers = await Promise.all(kinds.map((kind) => client.names({ kind, uri }, token)));
  const [first = [], ...others] = kinds.map((kind, index) =>
    (answers[index]?.names ?? []).slice(0, MAX_NAMES).flatMap((name) => referenceDraft({ kind, name })),
  );
  const beginnings = kinds.map((kind) => beginningDraft(kind, kind));
  const ofProviders = kinds.length === 1 ? [] : await providerDrafts(provider, request);
  for (const draft of [...first, ...beginnings, ...ofProviders, ...others.flat()]) items.add({ ...draft, replaces });
}

type ReferenceDraft = Omit<Draft, "replaces">;

/** Drafts for the defined providers, and for the paths that the workspace's setup files use. */
async function providerDrafts(
  provider: string | undefined,
  { document: { uri }, client, usedPaths, token }: CompletionRequest,
): Promise<readonly ReferenceDraft[]> {
  const known = provider === undefined ? ((await client.names({ kind: "provider", uri }, token))?.names ?? []) : [];
  const paths = ((await usedPaths?.()) ?? []).filter(
    (name) => provider === undefined || providerOf(name).provider === provider,
  );
  return [
    ...known.map((name) => beginningDraft("provider", name)),
    ...paths.slice(0, MAX_NAMES).flatMap((name) => referenceDraft({ kind: "provider", name })),
  ];
}

/** @param word the kind, or the name of a provider. */
function beginningDraft(kind: ReferenceKind, word: string): ReferenceDraft {
  return {
    label: `\${${word}:}`,
    kind: CompletionItemKind.Keyword,
    ...describe(kind, word),
    text: [`\${${word}:`, {}, "}"],
    command: SUGGEST_AGAIN,
  };
}

/** @returns an empty list for a name that isn't valid in a reference. */
function referenceDraft(reference: Pick<Reference, "kind" | "name">): readonly ReferenceDraft[] {
  const text = referenceText(reference);
  if (!isReference(text)) return [];
  const kind = reference.kind === "file" ? CompletionItemKind.File : CompletionItemKind.Variable;
  const description = describe(reference.kind, wordBefore(reference));
  return [{ label: sanitizeText(text, 200), kind, ...description, text: [unquoted(text)] }];
}

function describe(kind: ReferenceKind, word: string): Pick<Draft, "detail" | "documentation"> {
  return { detail: DETAILS[kind](word), documentation: [describeReference(kind, word)] };
}

const DETAILS: Readonly<Record<ReferenceKind, (provider: string) => string>> = {
  env: () => l10n.t("environment variable"),
  secret: () => l10n.t("stored secret"),
  file: () => l10n.t("file in the workspace"),
  provider: (provider) => l10n.t("read from {0}", sanitizeText(providerTitle(provider))),
};
