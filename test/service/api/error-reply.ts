import { STATUS_CODES } from "node:http";
import { jsonReply, type Reply } from "../http/reply.js";

/** What is wrong with a request, before it has the shape of a reply. */
export interface Problem {
  readonly status: number;
  /** One sentence for people. */
  readonly message: string;
  readonly headers?: Reply["headers"];
}

const CODES: Readonly<Record<number, string>> = {
  400: "invalid_body",
  401: "invalid_token",
  403: "insufficient_scope",
  404: "inexistent_connection",
  429: "too_many_requests",
};

/** Reports a problem in a common shape; the document shows none ("Errors"). What other shapes there are is up to faults. */
export function errorReply({ status, message, headers }: Problem): Reply {
  const [error, errorCode] = [STATUS_CODES[status] ?? "Error", CODES[status] ?? "error"];
  return jsonReply(status, { statusCode: status, error, message, errorCode }, headers);
}
