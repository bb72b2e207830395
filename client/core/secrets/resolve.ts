import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import type { InspectResult, UpdateRequest } from "../../../server/protocol/messages.js";
import { hasBracesBeside, parseReferences, referenceText, type Reference } from "../../../schemas/references.js";
import { checkSetup, checkSetupFile, type Fault } from "../../../schemas/checkSetup.js";
import { variants } from "../../../schemas/variants.js";
import { refuse } from "./providers/faults.js";
import { formatNumber, joinSentences, formatList } from "../text/locale.js";
import { isObject } from "../text/json.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import {
  describeReference,
  lookupProblem,
  type LookupFault,
  type NamedReference,
  type PropertyReference,
  type ReferenceProblem,
  type UnreadVariable,
} from "./referenceProblems.js";
import { withoutFinalLineBreak } from "../../../schemas/pemFault.js";
import { judgeValues, type PushWarning } from "./pushWarnings.js";
import type { SecretSources } from "./sources.js";
import { mapReferenceTexts, variantNumbered, type PropertyPath } from "./texts.js";

export type WrittenRequest = Pick<InspectResult, "request" | "variant" | "unknown">;

/** Contains credentials: keep it in memory, for one push only. */
export interface ResolvedRequest {
  readonly ok: true;
  readonly request: UpdateRequest;
  readonly secrets: readonly string[];
  readonly references: readonly PropertyReference[];
  readonly warnings: readonly PushWarning[];
  readonly values: readonly LookupResult[];
}

export type Resolution = ResolvedRequest | { readonly ok: false; readonly problems: readonly ReferenceProblem[] };

/** Resolves references, then checks values against the variant. */
export async function resolveReferences(written: WrittenRequest, sources: SecretSources): Promise<Resolution> {
  const found = findReferences(written);
  const values = await lookUp(found.references, sources);
  const unresolved = found.references.flatMap((at) => {
    const fault = values.get(referenceKey(at))?.fault;
    return fault === undefined ? [] : [lookupProblem(at, fault, sources)];
  });
  const problems = [...found.malformed, ...unresolved];
  if (problems.length > 0) return { ok: false, problems };
  const { request, secrets } = withValues(written, values);
  const at = (path: PropertyPath) => found.references.filter(({ property }) => isDeepStrictEqual(property, path));
  const isDeferred = (property: PropertyPath) =>
    at(property).some((reference) => values.get(referenceKey(reference))?.isDeferred);
  const faults = checkResolved(request, written, at).filter(({ property }) => !isDeferred(property));
  if (faults.length > 0) return { ok: false, problems: faults };
  const { references } = found;
  return {
    ok: true,
    request,
    secrets,
    references,
    warnings: judgeValues(written, (reference) => values.get(referenceKey(reference))),
    values: [...values.values()],
  };
}

/** Resolves what it can, without checks. Use it only to find what was sent before, not to send. */
export async function resolveWherePossible(
  written: WrittenRequest,
  sources: SecretSources,
): Promise<Pick<ResolvedRequest, "request" | "secrets">> {
  return withValues(written, await lookUp(findReferences(written).references, sources));
}

function withValues({ request }: WrittenRequest, values: ReadonlyMap<string, LookupResult>) {
  return {
    request: mapReferenceTexts(request, (text) => substitute(text, values)),
    secrets: [...new Set([...values.values()].flatMap(({ value }) => value ?? []))],
  };
}

function findReferences({ request }: WrittenRequest): {
  references: readonly PropertyReference[];
  malformed: readonly ReferenceProblem[];
} {
  const references: PropertyReference[] = [];
  const malformed: ReferenceProblem[] = [];
  mapReferenceTexts(request, (text, property) => {
    const parsed = parseReferences(text);
    references.push(...parsed.references.map(({ kind, name }) => ({ kind, name, property })));
    if (parsed.malformed.length > 0 || hasBracesBeside(parsed)) {
      const sentence = l10n.t(
        "A reference in {0} is incomplete. Write it as {1}, {2}, or {3}.",
        property.join("."),
        "${env:NAME}",
        "${secret:NAME}",
        "${file:path}",
      );
      malformed.push({ reference: undefined, property, text: sentence, next: "showInFile" });
    }
    return text;
  });
  return { references, malformed };
}

/** Replaces references. Doesn't search inserted values, because a `${` in a secret is only text. */
function substitute(text: string, values: ReadonlyMap<string, LookupResult>): string {
  const valueOfPart = (part: string | Reference) =>
    typeof part === "string" ? part : (values.get(referenceKey(part))?.value ?? "");
  return parseReferences(text).parts.map(valueOfPart).join("");
}

/** Checks lengths, formats and types ("Update request body", "Setup variants"). */
function checkResolved(
  request: UpdateRequest,
  written: WrittenRequest,
  referencesAt: (property: PropertyPath) => readonly NamedReference[],
): readonly ReferenceProblem[] {
  const ofName = request.name === undefined ? [] : checkSetupFile({ name: request.name });
  const ofSetup = request.setup === undefined ? [] : setupFaults(request.setup, written);
  return [...ofName, ...ofSetup].map((fault) => {
    const [first, ...others] = referencesAt(fault.path);
    const reference = first && { kind: first.kind, name: first.name };
    const field = sanitizeText(fault.path.at(-1) ?? "setup", 80);
    const sentence = FAULT_SENTENCES[fault.code]?.(field, fault) ?? l10n.t("The value of {0} can't be used.", field);
    const origin = first ? l10n.t("It comes from {0}.", formatList([first, ...others].map(describeReference))) : "";
    return { reference, property: fault.path, text: joinSentences(sentence, origin), next: "showInFile" };
  });
}

/** Returns a fault if there's no variant, because such a setup can't be checked, except for known formats. */
function setupFaults(setup: unknown, { variant: number, unknown }: WrittenRequest): readonly Fault[] {
  const chosen = variantNumbered(number);
  if (!chosen && !unknown) return [{ code: "wrong-value-type", path: ["setup"] }];
  return variants
    .filter((variant) => (chosen ? variant === chosen : isObject(setup) && variant.type === setup["type"]))
    .flatMap((variant) => checkSetup(variant, setup))
    .filter(({ code }) => chosen !== undefined || code.startsWith("not-"))
    .map((fault) => ({ ...fault, path: ["setup", ...fault.path] }));
}

/** Files with other faults are refused before their references are resolved. */
const FAULT_SENTENCES: Readonly<Partial<Record<Fault["code"], (field: string, fault: Fault) => string>>> = {
  "too-short": (field, { limit = 1 }) =>
    limit === 1
      ? l10n.t("The value of {0} is too short; use at least 1 character.", field)
      : l10n.t("The value of {0} is too short; use at least {1} characters.", field, formatNumber(limit)),
  "too-long": (field, { limit = 1 }) =>
    l10n.t("The value of {0} is too long; use at most {1} characters.", field, formatNumber(limit)),
  "not-https-url": (field) => l10n.t("The value of {0} must be a complete URL that begins with https://.", field),
  "not-hostname": (field) => l10n.t("The value of {0} must be a host name, such as login.example.com.", field),
  "not-email": (field) => l10n.t("The value of {0} must be an email address.", field),
};

export interface LookupResult {
  readonly reference: NamedReference;
  /** The text of the reference if it's deferred. */
  readonly value?: string;
  readonly fault?: LookupFault;
  readonly isDeferred?: true;
}

/** Looks up each reference once. @returns results by `referenceKey`. */
export async function lookUp(
  references: readonly NamedReference[],
  sources: SecretSources,
): Promise<ReadonlyMap<string, LookupResult>> {
  const results = await Promise.all(distinct(references).map((reference) => valueOf(reference, sources)));
  return new Map(results.map((result) => [referenceKey(result.reference), result]));
}

/** Such as `secret:SALESFORCE_KEY`. */
export function referenceKey({ kind, name }: NamedReference): string {
  return `${kind}:${name}`;
}

export function distinct(references: readonly NamedReference[]): readonly NamedReference[] {
  const byKey = new Map(references.map(({ kind, name }) => [referenceKey({ kind, name }), { kind, name }]));
  return [...byKey.values()];
}

async function valueOf(reference: NamedReference, sources: SecretSources): Promise<LookupResult> {
  const { kind, name } = reference;
  if (!sources.trusted) return { reference, fault: "restricted" };
  if (kind === "env") {
    return filled(reference, sources.environment(name));
  }
  if (kind === "provider") {
    const reading = (await sources.provider?.(name)) ?? refuse("not-run", name);
    if (reading.ok === "deferred") return { reference, value: referenceText(reference), isDeferred: true };
    return reading.ok ? { reference, value: reading.value } : { reference, fault: reading.fault };
  }
  if (kind === "secret") {
    try {
      return filled(reference, await sources.secret(name));
    } catch {
      // The storage's error may quote the secret.
      return { reference, fault: "storage-failed" };
    }
  }
  const read = await sources.file(name);
  return read.ok ? filled(reference, withoutFinalLineBreak(read.text)) : { reference, fault: read.fault };
}

function filled(reference: NamedReference, value: string | UnreadVariable | undefined): LookupResult {
  if (value === undefined) return { reference, fault: "not-set" };
  if (typeof value === "object") return { reference, fault: value };
  return value.trim() === "" ? { reference, fault: "empty" } : { reference, value };
}
