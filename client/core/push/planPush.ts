import * as l10n from "@vscode/l10n";
import type { UpdateRequest } from "../../../server/protocol/messages.js";
import type { Variant } from "../../../schemas/variants.js";
import { escapeJson } from "../text/escapeText.js";
import { formatNarrowList, formatList } from "../text/locale.js";
import { endOfToken } from "../../../schemas/judgements.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { maskRequest } from "../secrets/mask.js";
import { judgeSetup, judgeUnknown, type PushWarning } from "../secrets/pushWarnings.js";
import { describeReference } from "../secrets/referenceProblems.js";
import { resolveWherePossible, type ResolvedRequest, type WrittenRequest } from "../secrets/resolve.js";
import type { SecretSources } from "../secrets/sources.js";
import { mapReferenceTexts, variantNumbered } from "../secrets/texts.js";
import { isObject } from "../text/json.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { secretsIn } from "../service/redaction/secrets.js";
import { serializeUpdate } from "../service/operations/update.js";
import type { PlannedFile, PushPlan, Views } from "./pushTypes.js";

/** @param inspected must have no errors but those that a person accepted, and a name or a setup. */
export function planPush(
  inspected: PlannedFile,
  resolved: Omit<ResolvedRequest, "values">,
  id: string,
  record: ConnectionRecord | undefined,
): PushPlan {
  const { request } = resolved;
  const { name, setup } = request;
  const sent = { ...(typeof name === "string" && { name }), ...(isObject(setup) && { setup }) };
  const variant = setup === undefined ? undefined : variantNumbered(inspected.variant);
  const references = describeReferences(resolved.references);
  return {
    record,
    body: serializeUpdate(sent, inspected.numbers),
    views: viewsOf(inspected, id, record),
    changes: describeUpdate(inspected, variant, references),
    properties: propertiesOf(request),
    warnings: warningsFor(inspected, resolved, record, references),
    sentName: references.has("") ? undefined : sent.name,
    expires: endOfTokens(request),
    secrets: credentialsIn(inspected, resolved),
  };
}

/**
 * Returns when the first of the tokens in a resolved setup ends. An authorization code is exchanged once, and a token
 * beside one that refreshes it is replaced, so these say nothing.
 */
function endOfTokens({ setup }: UpdateRequest): string | undefined {
  if (!isObject(setup)) return undefined;
  const { code: _, refresh_token: renewing, ...others } = setup;
  const ends: string[] = [];
  mapReferenceTexts({ setup: renewing === undefined ? others : { renewing } }, (text) => {
    const end = endOfToken(text);
    if (end !== undefined) ends.push(end);
    return text;
  });
  return ends.toSorted()[0];
}

function credentialsIn(
  { numbers = [], unknown }: PlannedFile,
  { secrets, request }: Pick<ResolvedRequest, "secrets" | "request">,
): readonly string[] {
  return [...new Set([...secrets, ...secretsIn(request, unknown !== undefined), ...numbers.map(({ text }) => text)])];
}

export async function credentialsOf(inspected: PlannedFile, sources: SecretSources): Promise<readonly string[]> {
  return credentialsIn(inspected, await resolveWherePossible(inspected, sources));
}

/** Names such as `name` and `setup.api_key`. */
export function propertiesOf({ name, setup }: UpdateRequest): string[] {
  const fields = isObject(setup) ? Object.keys(setup).map((field) => `setup.${field}`) : [];
  return [...(name === undefined ? [] : ["name"]), ...(isObject(setup) && fields.length === 0 ? ["setup"] : fields)];
}

/** Descriptions by field of the setup. Those of the name are under "". */
type References = ReadonlyMap<string, readonly string[]>;

function describeReferences(references: ResolvedRequest["references"]): References {
  const described = new Map<string, readonly string[]>();
  for (const reference of references) {
    const [root, field] = reference.property;
    const key = root === "setup" ? String(field) : "";
    described.set(key, [...new Set([...(described.get(key) ?? []), describeReference(reference)])]);
  }
  return described;
}

function describeUpdate({ request }: PlannedFile, variant: Variant | undefined, references: References): string[] {
  const { name, setup } = maskRequest(request, variant);
  const changes = typeof name === "string" ? [l10n.t("name: “{0}”", name)] : [];
  if (!isObject(setup)) return changes;
  const fields = formatNarrowList(
    Object.keys(setup).map((field) => {
      const from = references.get(field);
      return from ? l10n.t("{0} (from {1})", field, formatList(from)) : field;
    }),
  );
  const what = variant ? l10n.t("setup, {0}: {1}", l10n.t(variant.title), fields) : l10n.t("setup: {0}", fields);
  return [...changes, what];
}

function warningsFor(
  inspected: PlannedFile,
  resolved: Omit<ResolvedRequest, "values">,
  record: ConnectionRecord | undefined,
  references: References,
): PushWarning[] {
  const warnings: PushWarning[] = [...judgeUnknown(inspected), ...resolved.warnings, ...judgeSetup(inspected)];
  if (!record)
    warnings.push({
      text: l10n.t(
        "The connection's current state is unknown, so the outcome can't be verified if the response is lost.",
      ),
    });
  if (references.has(""))
    warnings.push({
      text: l10n.t("The name comes from a reference. Everyone who can list connections can see it."),
    });
  if (record && inspected.request.setup === undefined && resolved.request.name === record.name)
    warnings.push({ text: l10n.t("The connection already has this name.") });
  return warnings;
}

/**
 * Returns the texts to compare, which differ only in what an update changes. The setup on the service can't be read,
 * and has no placeholder, which would look like a removed property. In both texts, the name comes last, so the lines
 * align.
 * @param written unmasked; this function masks it.
 * @param remarks comments above a setup.
 */
export function viewsOf(
  { request, variant }: WrittenRequest,
  id: string,
  record: ConnectionRecord | undefined,
  remarks: readonly string[] = [
    l10n.t("The service never shows the current setup."),
    l10n.t("The setup that's sent is shown as new."),
  ],
): Views {
  const identity = {
    id: sanitizeText(id, 60),
    ...(record && { app_id: sanitizeText(record.app_id, 100) }),
    ...(record?.environment !== undefined && { environment: sanitizeText(record.environment, 100) }),
  };
  const name = record ? sanitizeText(record.name, 150) : l10n.t("unknown");
  const { setup, name: newName = name } = maskRequest(request, variantNumbered(variant));
  if (setup === undefined) {
    const kept = { ...identity, setup: l10n.t("unchanged") };
    return { before: toText({ ...kept, name }), after: toText({ ...kept, name: newName }) };
  }
  const remark = remarks.map((line) => `// ${line}\n`).join("");
  return {
    before: remark + toText({ ...identity, name }),
    after: remark + toText({ ...identity, setup, name: newName }),
  };
}

/** Returns the texts of a comparison whose file was just pushed: nothing differs. @param written as for `viewsOf`. */
export function viewsOfPushed(written: WrittenRequest, id: string, record: ConnectionRecord): Views {
  const { after } = viewsOf(written, id, record, [l10n.t("This was pushed. The service never shows the setup.")]);
  return { before: after, after };
}

function toText(value: object): string {
  return `${escapeJson(JSON.stringify(value, undefined, 2))}\n`;
}
