import type { IncomingHttpHeaders } from "node:http";
import type { Problem } from "./error-reply.js";

/** A decoded request body, or what is wrong with it. */
export type Decoded = { readonly value: unknown } | Problem;

/**
 * Decodes the body of an update ("PATCH", header Content-Type): JSON, or a form.
 * No bytes at all are the empty object, in either type and in none.
 */
export function decodeBody(headers: IncomingHttpHeaders, body: Buffer): Decoded {
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity")
    return invalid("A compressed request body is not accepted.");
  if (body.length === 0) return { value: {} };
  const [type = "", ...parameters] = (headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  if (charset !== undefined && charset !== "utf-8") return invalid("The request body must be UTF-8.");
  const text = utf8(body);
  if (text === undefined) return invalid("The request body is not valid UTF-8.");
  switch (type) {
    case "application/json":
      return json(text, "The request body is not valid JSON.");
    case "application/x-www-form-urlencoded":
      return form(text);
    default:
      return invalid("The content type must be application/json or application/x-www-form-urlencoded.");
  }
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function json(text: string, complaint: string): Decoded {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return invalid(complaint);
  }
}

/**
 * The document does not say how setup nests in a form. Two common ways are
 * understood: `setup` holding JSON, and `setup[field]=value`.
 */
function form(text: string): Decoded {
  const fields = new Map<string, unknown>();
  const setup = new Map<string, string>();
  for (const [key, value] of new URLSearchParams(text)) {
    const nested = /^setup\[([^\]]*)\]$/.exec(key)?.[1];
    if (nested === undefined ? fields.has(key) : setup.has(nested))
      return invalid(`The form field ${key} must be given once.`);
    if (nested === undefined) fields.set(key, value);
    else setup.set(nested, value);
  }
  const whole = fields.get("setup");
  if (typeof whole === "string") {
    if (setup.size > 0) return invalid("The form field setup must be given in one way.");
    const parsed = json(whole, "The form field setup is not valid JSON.");
    if ("status" in parsed) return parsed;
    fields.set("setup", parsed.value);
  } else if (setup.size > 0) {
    fields.set("setup", Object.fromEntries(setup));
  }
  return { value: Object.fromEntries(fields) };
}

function invalid(message: string): Problem {
  return { status: 400, message };
}
