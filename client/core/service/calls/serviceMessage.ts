import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import { setupFieldNames } from "../../../../schemas/variants.js";
import { isObject, parseJson } from "../../text/json.js";
import { capitalize } from "../../text/locale.js";
import type { WebPage } from "../errors/errors.js";
import { header } from "../transport/exchange.js";
import type { Redactor } from "../redaction/redact.js";
import type { Reply } from "../transport/transport.js";

/** In code points. */
const MAX_TEXT_LENGTH = 300;
const MAX_TITLE_LENGTH = 80;

/** Properties that may contain the message, best first. "Errors" doesn't specify the format. */
const SENTENCE_KEYS = [
  ...["message", "errorMessage", "error_description", "errorSummary", "faultstring", "detail"],
  ...["description", "title", "msg", "error"],
];
const INNER_KEYS = ["error", "errors", "details", "fault"];
const PROPERTY_KEYS = ["property", "field", "path", "pointer", "param", "parameter"];

const HTML = /<\s*(?:!doctype|html|head|body|script|title|h\d|p|div|a|img)\b/i;

/** Pages of firewalls begin with their title, and lists of connections are long. In bytes. */
const PAGE_HEAD_LENGTH = 65_536;

/** @returns undefined unless the body is HTML. */
export function readWebPage({ status, body }: Reply, redactor: Redactor): WebPage | undefined {
  const text = body.toString("utf8", 0, PAGE_HEAD_LENGTH).trimStart();
  if (!text.startsWith("<") || !HTML.test(text)) return undefined;
  const title = (/<title\b[^<>]*>([^<]*)/i.exec(text)?.[1] ?? "").trim().replaceAll(/\s+/g, " ");
  return { status, title: sanitizeText(redactor.redact(title), MAX_TITLE_LENGTH) };
}

/** Parses JSON in any encoding, or a form, which some token endpoints return. @returns undefined if it's neither. */
export function parseBody({ headers, body }: Reply): unknown {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(header(headers, "content-type") ?? "");
  return (
    parseJson(body.toString("utf8")) ??
    (isForm ? Object.fromEntries(new URLSearchParams(body.toString("utf8"))) : undefined)
  );
}

/**
 * Returns `text`, one line of plain text, redacted and shortened, or undefined if nothing can be shown; `property`; and
 * `code`, such as `invalid_client` (RFC 6749, section 5.2).
 */
export function readMessage(reply: Reply, redactor: Redactor) {
  const text = reply.body.toString("utf8").trim();
  const objects = errorObjects(parseBody(reply));
  const isPlain = /^text\/plain\b/i.test(header(reply.headers, "content-type") ?? "") && !/^[[{]/.test(text);
  const sentence = firstText(objects, SENTENCE_KEYS) ?? (isPlain ? text : "");
  const clean = HTML.test(sentence) ? "" : sanitizeText(redactor.redact(sentence), MAX_TEXT_LENGTH);
  const property = propertyNamed(firstText(objects, PROPERTY_KEYS)) ?? propertyIn(clean);
  return {
    text: clean === "" ? undefined : clean,
    property: property !== undefined && redactor.reveals(property) ? undefined : property,
    code: firstText(objects, ["error", "errorCode"]),
  };
}

/** Of a property with errors. */
export const FAILURE_NAME = /^(?:errors?|exceptions?|faults?)$/i;

/** Whether a property says that the request failed, as some services do with status 200. */
export function saysFailure([name, value]: readonly [string, unknown]): boolean {
  if (FAILURE_NAME.test(name)) return Boolean(value) && !(Array.isArray(value) && value.length === 0);
  if (/^(?:success|ok)$/i.test(name)) return value === false;
  return name === "status" && typeof value === "string" && /^(?:error|fail)/i.test(value);
}

/** Returns the message of a reply with status 200, if it says that the request failed. */
export function readFailure(reply: Reply, redactor: Redactor): string | undefined {
  const body = parseBody(reply);
  return isObject(body) && Object.entries(body).some(saysFailure) ? readMessage(reply, redactor).text : undefined;
}

/** Limits the recursion into untrusted bodies. */
const MAX_DEPTH = 8;

/** Returns inner errors (only the first of a list) before the body. */
function errorObjects(body: unknown, depth = 0): readonly Readonly<Record<string, unknown>>[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(body)) return errorObjects(body[0], depth + 1);
  if (!isObject(body)) return [];
  const inner = Object.entries(body).filter(([key]) => INNER_KEYS.includes(key));
  return [...inner.flatMap(([, value]) => errorObjects(value, depth + 1)), body];
}

function firstText(objects: readonly Readonly<Record<string, unknown>>[], keys: readonly string[]): string | undefined {
  const texts = objects.flatMap((object) => keys.map((key) => object[key] ?? object[capitalize(key)]));
  return texts.find((text): text is string => typeof text === "string" && text.trim() !== "");
}

/** Reads a name, a dotted path or a JSON Pointer. */
function propertyNamed(text: string | undefined): string | undefined {
  const steps =
    text
      ?.replace(/^[$#]?[./]?/, "")
      .split(/[./]/)
      .filter((step) => step !== "body") ?? [];
  if (steps.length === 1 && steps[0] === "name") return "name";
  if (steps[0] === "setup") return steps.slice(0, 2).join(".");
  return steps.length === 1 && setupFieldNames.has(steps[0] ?? "") ? `setup.${steps[0] ?? ""}` : undefined;
}

/** Finds a property in a sentence. Common words, such as `token`, count only if they're first or marked as names. */
function propertyIn(sentence: string): string | undefined {
  const path = /\bsetup\.\w+/.exec(sentence)?.[0];
  // As in "expected 'oneOf' on property setup", which quotes something else.
  const spoken = /\bproperty ["'`“]?(\w+)/i.exec(sentence)?.[1];
  const quoted = /["'`“](\w+)["'`”]/.exec(sentence)?.[1];
  const first = /^\w+/.exec(sentence)?.[0];
  const compound = sentence.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  const words = [spoken, quoted, first, ...compound].filter((word) => word !== "setup" || word === spoken);
  return propertyNamed(path ?? words.find((word) => propertyNamed(word) !== undefined));
}
