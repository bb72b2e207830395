import { STATUS_CODES } from "node:http";
import type { ErrorBodyShape } from "../choices.js";
import { jsonReply, textReply, type Reply } from "../http/reply.js";

/** What is wrong with a request, before it has the shape of a reply. */
export interface Problem {
  readonly status: number;
  /** One sentence for people. */
  readonly message: string;
  /** The property of the body at fault, such as `setup.api_key`, if it is one. */
  readonly property?: string | undefined;
  readonly headers?: Reply["headers"];
}

const CODES: Readonly<Record<number, string>> = {
  400: "invalid_body",
  401: "invalid_token",
  403: "insufficient_scope",
  404: "inexistent_connection",
  429: "too_many_requests",
};

/** Reports a problem in the chosen shape; the document shows none ("Errors"). */
export function errorReply(problem: Problem, shape: ErrorBodyShape): Reply {
  const { status, message, property, headers } = problem;
  const phrase = STATUS_CODES[status] ?? "Error";
  const code = CODES[status] ?? "error";
  switch (shape) {
    case "status-and-message":
      return jsonReply(status, { statusCode: status, error: phrase, message, errorCode: code }, headers);
    case "nested":
      return jsonReply(status, { error: { code, message, field: property } }, headers);
    case "text":
      return textReply(status, "text/plain; charset=utf-8", message, headers);
    case "html":
      return textReply(status, "text/html", `<html><body><h1>${phrase}</h1><p>${message}</p></body></html>`, headers);
    case "empty":
      return { status, headers: { ...headers }, body: Buffer.alloc(0) };
  }
}
