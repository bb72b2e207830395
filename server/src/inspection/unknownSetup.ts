import * as l10n from "@vscode/l10n";
import { looksLikeType } from "../../../schemas/fields.js";
import { mayHoldReferences, parseReferences } from "../../../schemas/references.js";
import { stringsIn, stringsThatTakeReferences } from "../document/placedReferences.js";
import type { SetupFile } from "../document/setupFile.js";
import { duplicatesWithin } from "../document/jsonTree.js";
import type { Finding } from "../rules/checkFile.js";
import { MAX_PROBLEMS } from "../rules/rule.js";
import { quoted } from "../rules/wording.js";

const otherProperties = () => l10n.t("This version expects other properties in the setup.");
const otherLength = (name: string) => l10n.t("This version knows another limit for the length of {0}.", name);

/** By code of the error: about which types, properties, values, and limits exist. A later version may know more. */
const SENTENCES: Readonly<Record<string, (name: string) => string>> = {
  "unknown-type": (type) => l10n.t("{0} isn't a type that this version knows.", type),
  "unknown-property": (name) => l10n.t("{0} isn't a property that this version knows.", name),
  "missing-property": otherProperties,
  "incomplete-setup": otherProperties,
  "conflicting-properties": otherProperties,
  "invalid-value": (name) => l10n.t("The value of {0} isn't one that this version knows.", name),
  "wrong-value-type": (name) => l10n.t("This version expects a string as the value of {0}.", name),
  "too-short": otherLength,
  "too-long": otherLength,
};

/**
 * Says what this version doesn't know about a setup, without its values.
 * @param findings all findings about the file.
 * @returns undefined if there's no error, or one that isn't inside the setup or has another cause.
 */
export function unknownIn(file: SetupFile, findings: readonly Finding[]): readonly string[] | undefined {
  const { setup, misplaced } = file;
  const errors = findings.filter(({ severity }) => severity === "error");
  const type: unknown = setup?.type?.value?.value;
  if (!setup || typeof type !== "string" || errors.length === 0 || findings.length >= MAX_PROBLEMS) return undefined;
  // Rules say nothing about the rest of a setup of an unknown type.
  const { node } = setup.object;
  const resolved = new Set(stringsThatTakeReferences(file));
  const isWrong = [...stringsIn(node)].some((text) => {
    const value = String(text.value);
    // A reference in the type would be sent as it is.
    const isMalformed = resolved.has(text) ? parseReferences(value).malformed.length > 0 : mayHoldReferences(value);
    return isMalformed || value.trim() === "";
  });
  if (isWrong || misplaced.length > 0 || duplicatesWithin(node).length > 0) return undefined;
  const sentences = errors.map(({ code, problem: { start, end } }) => {
    if (start < node.offset || end > node.offset + node.length) return undefined;
    if (code === "unknown-type" && !looksLikeType(type)) return l10n.t("The type isn't one that this version knows.");
    if (code === "unknown-type") return SENTENCES[code]?.(quoted(type));
    const property = setup.fields.find(({ key, value }) => key.offset === start || value?.offset === start);
    return SENTENCES[code]?.(quoted(property?.name ?? ""));
  });
  return sentences.every((sentence) => sentence !== undefined) ? [...new Set(sentences)] : undefined;
}
