import * as l10n from "@vscode/l10n";
import type { Fault } from "../../../schemas/checkSetup.js";
import type { Field, Format } from "../../../schemas/fields.js";
import { isHostname, urlFault } from "../../../schemas/formats.js";
import { type Judgement, judge, notAPair } from "../../../schemas/judgements.js";
import { hasPrivateKey } from "../../../schemas/pemFault.js";
import { isPlaceholder } from "../../../schemas/placeholders.js";
import { mayHoldReferences } from "../../../schemas/references.js";
import { nearestName } from "../document/misspelling.js";
import { accepts, type FieldValue } from "../document/fieldValues.js";
import type { ValueRule } from "./rule.js";
import { listed, quoted } from "./wording.js";

type ValueCode = Exclude<Fault["code"], "missing-property" | "unknown-property">;

/** The message for each fault of a value. */
const FAULT_MESSAGES: Readonly<Record<ValueCode, ValueRule["message"]>> = {
  "wrong-value-type": ({ field, node }) => {
    const name = quoted(field.name);
    if (field.allowed)
      return l10n.t("The value of {0} must be one of the strings {1}.", name, listed(field.allowed, "or"));
    if (field.format && !node.children && node.value !== null && !accepts(field, String(node.value)))
      return messageOfFormat(field.format, name);
    switch (node.type) {
      case "object":
        return l10n.t("The value of {0} must be a string; replace the object.", name);
      case "array":
        return l10n.t("The value of {0} must be a string; replace the array.", name);
      case "null":
        return field.required
          ? l10n.t("The value of {0} must be a string; replace null.", name)
          : l10n.t("The value of {0} must be a string; replace null, or remove the property.", name);
      default:
        return l10n.t("The value of {0} must be a string; put it in double quotes.", name);
    }
  },
  "invalid-value": ({ field, text }) => {
    const allowed = field.allowed ?? [];
    const suggestion = nearestName(text ?? "", allowed);
    if (suggestion)
      return l10n.t("This isn't an allowed value of {0}; did you mean {1}?", quoted(field.name), suggestion);
    return l10n.t("This isn't an allowed value of {0}; use {1}.", quoted(field.name), listed(allowed, "or"));
  },
  "too-short": ({ field: { name, minLength = 0, maxLength } }) => {
    if (maxLength !== undefined)
      return l10n.t("The value of {0} is too short; use {1} to {2} characters.", quoted(name), minLength, maxLength);
    return minLength === 1
      ? l10n.t("The value of {0} is too short; use at least 1 character.", quoted(name))
      : l10n.t("The value of {0} is too short; use at least {1} characters.", quoted(name), minLength);
  },
  "too-long": ({ field: { name, minLength = 0, maxLength = 0 }, text }) =>
    l10n.t(
      "The value of {0} is too long, with {1} characters; use {2} to {3}.",
      quoted(name),
      [...(text ?? "")].length,
      minLength,
      maxLength,
    ),
  "not-https-url": ({ field, text = "" }) => {
    if (/^https:\/\/.*\s/is.test(text))
      return l10n.t(
        "The value of {0} has whitespace, which a URL can't have; write %20 for a space.",
        quoted(field.name),
      );
    if (/^https:\/\/.*\P{ASCII}/isu.test(text))
      return l10n.t(
        "The value of {0} has a non-ASCII letter, which a URL can't have; percent-encode it, or use Punycode in a host name.",
        quoted(field.name),
      );
    return messageOf(urlFault(text), field);
  },
  "not-hostname": ({ field: { name, format, secret }, text = "" }) => {
    if (format === "host-port" && isHostname(text.replace(/:[^:/]*$/, "")))
      return l10n.t("The port in the value of {0} must be a number up to 65535.", quoted(name));
    if (text !== "" && !/[/:@?#]/.test(text)) {
      const [character] = /[^a-z\d.-]/iu.exec(text) ?? [];
      if (character === undefined)
        return l10n.t(
          "In the value of {0}, each part between dots must have 1 to 63 characters and no hyphen at either end.",
          quoted(name),
        );
      return secret
        ? l10n.t("The value of {0} can have only letters from a to z, digits, hyphens, and dots.", quoted(name))
        : l10n.t(
            "The value of {0} has {1}, but a host name can have only letters from a to z, digits, hyphens, and dots.",
            quoted(name),
            quoted(character),
          );
    }
    return format === "host-port"
      ? l10n.t(
          "The value of {0} must be a host without scheme or path, such as acme.example.com or acme.example.com:8443.",
          quoted(name),
        )
      : l10n.t(
          "The value of {0} must be a host name without scheme, port, or path, such as login.example.com.",
          quoted(name),
        );
  },
  "not-email": ({ field, text = "" }) =>
    text !== "" && !text.includes("@")
      ? l10n.t("The value of {0} has no @; write an email address such as name@example.com.", quoted(field.name))
      : l10n.t("The value of {0} must be an email address, such as name@example.com.", quoted(field.name)),
};

/** Rules for faults that the schemas find. A value has at most one. */
export const faultRules: readonly ValueRule[] = Object.entries(FAULT_MESSAGES).map(([code, message]) => ({
  code,
  severity: "error",
  applies: ({ fault }) => fault?.code === code,
  message,
}));

function messageOfFormat(format: Format, name: string): string {
  switch (format) {
    case "https-url":
      return l10n.t('The value of {0} must be a string with a URL, such as "https://example.com/path".', name);
    case "email":
      return l10n.t('The value of {0} must be a string with an email address, such as "name@example.com".', name);
    default:
      return l10n.t('The value of {0} must be a string with a host name, such as "login.example.com".', name);
  }
}

function messageOf(fault: ReturnType<typeof urlFault>, { name, secret }: Field): string {
  switch (fault) {
    case "scheme":
      return l10n.t(
        "The value of {0} must be a complete URL that begins with https://, such as https://example.com/path.",
        quoted(name),
      );
    case "host":
      return l10n.t(
        "The value of {0} has no valid host after https://; write a URL such as https://example.com/path.",
        quoted(name),
      );
    case "port":
      return l10n.t("The port in the value of {0} must be a number up to 65535.", quoted(name));
    default:
      return secret
        ? l10n.t("The value of {0} has a character that a URL can't have; percent-encode it.", quoted(name))
        : l10n.t(
            "The value of {0} has {1} where a URL can't have it; write {2} instead.",
            quoted(name),
            quoted(fault?.character ?? ""),
            quoted(encodeURIComponent(fault?.character ?? "")),
          );
  }
}

export const emptyValue: ValueRule = {
  code: "empty-value",
  severity: "error",
  applies: ({ text, extra }) => text?.trim() === "" && extra === undefined,
  message: ({ field }) =>
    field.required
      ? l10n.t("The value of {0} is empty; enter a value.", quoted(field.name))
      : l10n.t("The value of {0} is empty; enter a value, or remove the property.", quoted(field.name)),
};

/** A rule for each code that a judgement may have. */
export const judgementRules: readonly ValueRule[] = (
  [
    ["unfilled-placeholder", "error"],
    ["malformed-key", "warning"],
    ["hidden-character", "warning"],
    ["surrounding-whitespace", "warning"],
  ] as const
).map(([code, severity]) => ({
  code,
  severity,
  applies: (value) => judgementOf(value)?.code === code,
  message: (value) => judgementOf(value)?.message(l10n.t("The value of {0}", quoted(value.field.name))) ?? "",
}));

/** What's known about a value that can't work. Beside a reference, only whitespace counts. */
export function judgementOf({
  text,
  parsed,
  field,
  inSetup,
  due,
  extra,
  isUnpaired,
}: FieldValue): Judgement | undefined {
  if (extra === "any" || mayHoldReferences(text ?? "")) return undefined;
  if (text !== undefined) {
    const judged = judge(text, { due, isProse: !inSetup && field.name === "name" });
    return judged ?? (isUnpaired ? { code: "malformed-key", message: notAPair } : undefined);
  }
  const judged = parsed && judge(parsed.parts.map((part) => (typeof part === "string" ? part : "x")).join(""));
  return judged?.code === "surrounding-whitespace" && !judged.fix ? judged : undefined;
}

/** A secret in plain text. The severity is a setting. */
export const plainTextSecret: ValueRule = {
  code: "plain-text-secret",
  severity: "hint",
  applies: holdsSecret,
  message: ({ field }, { tracked }) =>
    tracked
      ? l10n.t(
          "The value of {0} is a secret in plain text, and Git tracks this file; use a reference such as ${secret:NAME} instead.",
          quoted(field.name),
        )
      : l10n.t(
          "The value of {0} is a secret in plain text; use a reference such as ${secret:NAME} instead.",
          quoted(field.name),
        ),
};

/** Whether a text is a private key, or a secret field's actual secret: not a reference, a placeholder or blank. */
export function holdsSecret({ field, text }: FieldValue): boolean {
  if (text !== undefined && hasPrivateKey(text)) return true;
  return field.secret && text !== undefined && text.trim() !== "" && (mayHoldReferences(text) || !isPlaceholder(text));
}
