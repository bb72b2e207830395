import * as l10n from "@vscode/l10n";
import type { InspectResult, UpdateRequest } from "../../../server/protocol/messages.js";
import { mayHoldReferences, parseReferences, type Reference } from "../../../schemas/references.js";
import { checkResolved } from "./checkResolved.js";
import { lookUp, referenceKey, type LookupResult } from "./lookUp.js";
import { describeReference, lookupProblem, type NamedReference, type ReferenceProblem } from "./problems.js";
import type { SecretSources } from "./sources.js";
import { mapReferenceTexts, variantNumbered, type PropertyPath } from "./texts.js";

export type WrittenRequest = Pick<InspectResult, "request" | "variant">;

/** Keep it in memory only, for one push. */
export interface ResolvedRequest {
  readonly ok: true;
  readonly request: UpdateRequest;
  readonly secrets: readonly string[];
  readonly warnings: readonly string[];
  readonly values: readonly LookupResult[];
}

interface Unresolved {
  readonly ok: false;
  readonly problems: readonly ReferenceProblem[];
}

export type Resolution = ResolvedRequest | Unresolved;

/** Checks the values against the variant once they are known. @param envFile the `.env` file, for messages. */
export async function resolveReferences(
  written: WrittenRequest,
  sources: SecretSources,
  envFile?: string,
): Promise<Resolution> {
  const variant = variantNumbered(written.variant);
  const found = findReferences(written);
  const values = await lookUp(found.references, sources);
  const problems = [...found.malformed, ...found.references.flatMap((at) => unresolved(at, values, envFile))];
  if (problems.length > 0) return { ok: false, problems };
  const { request, secrets } = withValues(written, values);
  const faults = checkResolved({
    request,
    variant,
    referencesAt: (path) => found.references.filter((at) => samePath(at.property, path)),
  });
  if (faults.length > 0) return { ok: false, problems: faults };
  const known = [...values.values()];
  return { ok: true, request, secrets, warnings: known.flatMap(paddingWarning), values: known };
}

/** Resolves what it can, without checking: to know what may have been sent, never to send it. */
export async function resolveWherePossible(
  written: WrittenRequest,
  sources: SecretSources,
): Promise<Pick<ResolvedRequest, "request" | "secrets">> {
  return withValues(written, await lookUp(findReferences(written).references, sources));
}

function withValues({ request, variant }: WrittenRequest, values: ReadonlyMap<string, LookupResult>) {
  const found = [...values.values()].flatMap(({ value }) => (value === undefined ? [] : [value]));
  return {
    request: mapReferenceTexts(request, variantNumbered(variant), (text) => substitute(text, values)),
    secrets: [...new Set(found)],
  };
}

interface ReferenceAt extends NamedReference {
  readonly property: PropertyPath;
}

function findReferences({ request, variant }: WrittenRequest): {
  references: readonly ReferenceAt[];
  malformed: readonly ReferenceProblem[];
} {
  const references: ReferenceAt[] = [];
  const malformed: ReferenceProblem[] = [];
  mapReferenceTexts(request, variantNumbered(variant), (text, property) => {
    const parsed = parseReferences(text);
    references.push(...parsed.references.map(({ kind, name }) => ({ kind, name, property })));
    if (parsed.malformed.length > 0) {
      const complaint = l10n.t(
        "A reference in {0} is not complete; write it as {1}, {2} or {3}.",
        property.join("."),
        "${env:NAME}",
        "${secret:NAME}",
        "${file:path}",
      );
      malformed.push({ reference: undefined, property, text: complaint, next: "showInFile" });
    }
    return text;
  });
  return { references, malformed };
}

function unresolved(
  at: ReferenceAt,
  values: ReadonlyMap<string, LookupResult>,
  envFile: string | undefined,
): ReferenceProblem[] {
  const fault = values.get(referenceKey(at))?.fault;
  return fault === undefined ? [] : [lookupProblem({ kind: at.kind, name: at.name }, at.property, fault, envFile)];
}

/** Inserted values aren't searched again: a `${` in a secret is only text. */
function substitute(text: string, values: ReadonlyMap<string, LookupResult>): string {
  if (!mayHoldReferences(text)) return text;
  const valueOfPart = (part: string | Reference) =>
    typeof part === "string" ? part : (values.get(referenceKey(part))?.value ?? "");
  return parseReferences(text).parts.map(valueOfPart).join("");
}

function paddingWarning({ reference, value = "" }: LookupResult): string[] {
  const text = value.startsWith("-----BEGIN ") ? value.replace(/\r?\n$/, "") : value;
  return text.trim() === text
    ? []
    : [l10n.t("The value of {0} begins or ends with white space, which is sent too.", describeReference(reference))];
}

function samePath(a: PropertyPath, b: PropertyPath): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}
