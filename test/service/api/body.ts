import type { IncomingHttpHeaders } from "node:http";
import type { Problem } from "./error-reply.js";

/** Decodes the body of an update ("PATCH", header Content-Type). Of the two types, only JSON is understood: no client here sends a form. */
export function decodeBody(headers: IncomingHttpHeaders, body: Buffer): { readonly value: unknown } | Problem {
  if (!/^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? ""))
    return { status: 400, message: "The content type must be application/json." };
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
    return { value };
  } catch {
    return { status: 400, message: "The request body is not valid JSON." };
  }
}
