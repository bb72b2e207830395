import { StatusError } from "../errors/errors.js";
import type { Operation } from "../errors/failure.js";
import type { Redactor } from "../redaction/redact.js";
import { readMessage } from "./serviceMessage.js";
import type { Reply } from "../transport/transport.js";

/**
 * The error an answer means ("Errors"). The list operation's statuses are not
 * documented and are read the same way. After a 5xx, and after 408, an update may
 * have been applied; after any other refusal it was not.
 */
export function statusError(
  reply: Reply,
  where: { readonly operation: Operation; readonly host: string },
  redactor: Redactor,
): StatusError {
  const uncertain = reply.status >= 500 || reply.status === 408;
  const sent = where.operation === "update" && uncertain ? "maybe" : "no";
  const { said, property } = readMessage(reply, redactor);
  return new StatusError(
    kindOf(reply.status),
    reply.status,
    { ...where, sent },
    said,
    where.operation === "update" ? property : undefined,
  );
}

function kindOf(status: number): StatusError["kind"] {
  switch (status) {
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "not-found";
    case 429:
      return "rate-limited";
    default:
      return status >= 500 || status === 408 ? "server" : "bad-request";
  }
}
