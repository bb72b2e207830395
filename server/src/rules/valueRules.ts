import * as l10n from "@vscode/l10n";
import { FORMAT_CODES, type ValueCode } from "../../../schemas/checkSetup.js";
import { isHostname, urlFault } from "../../../schemas/formats.js";
import { type Hidden, hiddenIn, hiddenInWord, withoutHidden } from "../../../schemas/hidden.js";
import { daysUntil, describeEnd, hiddenMessage, type Judgement, judge, notAPair } from "../../../schemas/judgements.js";
import { hasPrivateKey } from "../../../schemas/pemFault.js";
import { isPlaceholder } from "../../../schemas/placeholders.js";
import { mayHoldReferences } from "../../../schemas/references.js";
import { nearestName } from "../document/misspelling.js";
import { accepts, type FieldValue } from "../document/fieldValues.js";
import { EXPIRY_WARNING_DAYS, type SeveritySetting } from "../../protocol/messages.js";
import type { RuleContext } from "./rule.js";
import { listed, quoted } from "./wording.js";

/** The message for each fault of a value, with the property's name in quotes. */
const FAULT_MESSAGES: Readonly<Record<ValueCode, (name: string, value: FieldValue) => string>> = {
  "wrong-value-type": (name, value) => {
    const { field, node } = value;
    const { allowed, format, required } = field;
    const text = String(node.value);
    if (format && !node.children && node.value !== null && !accepts(field, text))
      return FAULT_MESSAGES[FORMAT_CODES[format]](name, { ...value, text });
    if (allowed) return l10n.t("The value of {0} must be one of the strings {1}.", name, listed(allowed, "or"));
    if (node.type === "null" && !required)
      return l10n.t("The value of {0} must be a string; replace null, or remove the property.", name);
    return node.type === "null" || node.children
      ? l10n.t("The value of {0} must be a string; replace it.", name)
      : l10n.t("The value of {0} must be a string; put it in double quotes.", name);
  },
  "invalid-value": (name, { field: { allowed = [], format }, text = "" }) => {
    if (format === "full-date") return l10n.t("The value of {0} must be a date such as 2027-03-01.", name);
    const suggestion = nearestName(text, allowed);
    return suggestion
      ? l10n.t("This isn't an allowed value of {0}; did you mean {1}?", name, suggestion)
      : l10n.t("This isn't an allowed value of {0}; use {1}.", name, listed(allowed, "or"));
  },
  "too-short": (name, { field: { minLength = 0, maxLength } }) => {
    if (maxLength !== undefined)
      return l10n.t("The value of {0} is too short; use {1} to {2} characters.", name, minLength, maxLength);
    return minLength === 1
      ? l10n.t("The value of {0} is too short; use at least 1 character.", name)
      : l10n.t("The value of {0} is too short; use at least {1} characters.", name, minLength);
  },
  "too-long": (name, { field: { minLength = 0, maxLength = 0 }, text = "" }) =>
    l10n.t(
      "The value of {0} is too long, with {1} characters; use {2} to {3}.",
      name,
      [...text].length,
      minLength,
      maxLength,
    ),
  "not-https-url": (name, { field, text = "" }) => {
    const fault = urlFault(text);
    if (fault === "port") return wrongPort(name);
    if (fault === "host")
      return l10n.t(
        "The value of {0} has no valid host after https://; write one such as example.com, with non-ASCII letters in Punycode.",
        name,
      );
    if (typeof fault !== "object")
      return l10n.t(
        "The value of {0} must be a complete URL that begins with https://, such as https://example.com/path.",
        name,
      );
    const { character } = fault;
    return field.secret
      ? l10n.t("The value of {0} has a character that a URL can't have; percent-encode it.", name)
      : l10n.t(
          "The value of {0} has {1} where a URL can't have it; write {2} instead.",
          name,
          quoted(character),
          quoted(encodeURIComponent(character)),
        );
  },
  "not-hostname": (name, { field: { format }, text = "" }) => {
    if (format === "host-port" && isHostname(text.replace(/:[^:/]*$/, ""))) return wrongPort(name);
    const [character] = /[^a-z\d.-]/iu.exec(text) ?? [];
    if (text !== "" && character === undefined)
      return l10n.t(
        "In the value of {0}, each part between dots must have 1 to 63 characters and no hyphen at either end.",
        name,
      );
    if (character !== undefined && !/[/:@?#]/.test(text))
      return l10n.t(
        "The value of {0} has {1}, but a host name can have only letters from a to z, digits, hyphens, and dots.",
        name,
        quoted(character),
      );
    return format === "host-port"
      ? l10n.t(
          "The value of {0} must be a host without scheme or path, such as acme.example.com or acme.example.com:8443.",
          name,
        )
      : l10n.t("The value of {0} must be a host name without scheme, port, or path, such as login.example.com.", name);
  },
  "not-email": (name, { text = "" }) =>
    text !== "" && !text.includes("@")
      ? l10n.t("The value of {0} has no @; write an email address such as name@example.com.", name)
      : l10n.t("The value of {0} must be an email address, such as name@example.com.", name),
};

function wrongPort(name: string): string {
  return l10n.t("The port in the value of {0} must be a number up to 65535.", name);
}

/** The codes of faults that the schemas find. A value has at most one. */
export const FAULT_CODES = Object.keys(FAULT_MESSAGES);

/** The codes of problems of a value. */
export type ValueProblemCode =
  | ValueCode
  | NonNullable<Judgement["code"]>
  | "empty-value"
  | "expires"
  | "plain-text-secret";

/** The severity of each problem of a value. That of a secret in plain text is a setting. */
export const VALUE_SEVERITIES: Readonly<Record<ValueProblemCode, SeveritySetting>> = {
  "wrong-value-type": "error",
  "invalid-value": "error",
  "too-short": "error",
  "too-long": "error",
  "not-https-url": "error",
  "not-hostname": "error",
  "not-email": "error",
  "empty-value": "error",
  "unfilled-placeholder": "error",
  "malformed-key": "warning",
  "hidden-character": "warning",
  "surrounding-whitespace": "warning",
  expires: "warning",
  "plain-text-secret": "hint",
};

interface Remark {
  readonly code: ValueProblemCode;
  readonly message: () => string;
}

/** The problems of a value: at most one about the value itself, and one about its secrecy. */
export function* remarksOn(value: FieldValue, context: RuleContext): Generator<Remark> {
  const { tracked } = context;
  const about = aboutValue(value) ?? aboutEnd(value, context);
  if (about) yield about;
  const message = (): string => {
    const name = quoted(value.field.name);
    return tracked
      ? l10n.t(
          "The value of {0} is a secret in plain text, and Git tracks this file; use a reference such as ${secret:NAME} instead.",
          name,
        )
      : l10n.t("The value of {0} is a secret in plain text; use a reference such as ${secret:NAME} instead.", name);
  };
  if (holdsSecret(value)) yield { code: "plain-text-secret", message };
}

function aboutValue(value: FieldValue): Remark | undefined {
  const { field, fault, text, extra } = value;
  const name = () => quoted(field.name);
  if (fault) {
    const code = fault.code as ValueCode;
    const hidden = hiddenCauseOf(value);
    const message = () =>
      hidden ? hiddenMessage(l10n.t("The value of {0}", name()), hidden.found) : FAULT_MESSAGES[code](name(), value);
    return { code, message };
  }
  const message = (): string =>
    field.required
      ? l10n.t("The value of {0} is empty; enter a value.", name())
      : l10n.t("The value of {0} is empty; enter a value, or remove the property.", name());
  if (text?.trim() === "") return extra ? undefined : { code: "empty-value", message };
  const judged = judgementOf(value);
  return judged?.code && { code: judged.code, message: () => judged.message(l10n.t("The value of {0}", name())) };
}

/** What people can't see in a value that's only at fault because of it, and the value without it. */
export function hiddenCauseOf({
  field,
  fault,
  inSetup,
  text,
}: FieldValue): { readonly found: Hidden; readonly better: string } | undefined {
  const isProse = !inSetup && field.name === "name";
  if (!fault || text === undefined) return undefined;
  const found = isProse ? hiddenIn(text, isProse) : hiddenInWord(text);
  if (!found) return undefined;
  const better = withoutHidden(text, isProse).trim();
  return accepts(field, better) ? { found, better } : undefined;
}

/** Whether it's the end of the file's credential. */
export function isEnd({ field, inSetup, fault, text }: FieldValue): boolean {
  return field.name === "expires" && !inSetup && !fault && text !== undefined;
}

function aboutEnd(
  value: FieldValue,
  { expiryWarningDays = EXPIRY_WARNING_DAYS, now = Date.now() }: RuleContext,
): Remark | undefined {
  if (expiryWarningDays <= 0 || !isEnd(value)) return undefined;
  const days = daysUntil(value.text ?? "", now);
  const message = () =>
    l10n.t("The credential of this file {0}; replace it, and then change this date.", describeEnd(days));
  return days <= expiryWarningDays ? { code: "expires", message } : undefined;
}

/** Whether settings decide how a value is reported. */
export function dependsOnSettings(value: FieldValue): boolean {
  return holdsSecret(value) || isEnd(value);
}

/** What's known about a value that can't work. Beside a reference, only whitespace counts, and what its path hides. */
export function judgementOf(value: FieldValue): Judgement | undefined {
  const { text, parsed, field, inSetup, due, extra, isUnpaired } = value;
  if (extra === "any" || mayHoldReferences(text ?? "")) return undefined;
  if (text !== undefined) {
    const judged = judge(text, { due, isProse: !inSetup && field.name === "name" });
    return judged ?? (isUnpaired ? { code: "malformed-key", message: notAPair } : undefined);
  }
  const paths = parsed?.references.filter(({ kind }) => kind === "provider").map(({ name }) => name) ?? [];
  const hidden = hiddenIn(paths.join(" "), true);
  if (hidden) return { code: "hidden-character", message: (what) => hiddenMessage(what, hidden) };
  const judged = parsed && judge(parsed.parts.map((part) => (typeof part === "string" ? part : "x")).join(""));
  return judged?.code === "surrounding-whitespace" && !judged.fix ? judged : undefined;
}

/** Whether a text is a private key, or a secret field's actual secret: not a reference, a placeholder or blank. */
function holdsSecret({ field, text }: FieldValue): boolean {
  if (text !== undefined && hasPrivateKey(text)) return true;
  return field.secret && text !== undefined && text.trim() !== "" && (mayHoldReferences(text) || !isPlaceholder(text));
}
