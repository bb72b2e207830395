/** The requests that are made: the two operations, and asking for a token. */
export type Operation = "list" | "update" | "sign-in";

/** What every error says of the request that failed. */
export interface Failure {
  readonly operation: Operation;
  /** The host the request was for, with the port if there is one. */
  readonly host: string;
  /** Whether a change can have been applied: `no` whenever that is certain, and always for reading. */
  readonly sent: "no" | "maybe";
}

/**
 * What went wrong with a request, told apart by `kind`. No error carries a
 * header, a body, a token or anything else that could be a credential: what
 * the service said is in `said`, redacted and shortened.
 */
export abstract class RequestFailure extends Error implements Failure {
  readonly operation: Operation;
  readonly host: string;
  readonly sent: "no" | "maybe";

  protected constructor(what: string, { operation, host, sent }: Failure, cause?: unknown) {
    super(`${operation} failed: ${what}`, ...(cause === undefined ? [] : [{ cause: withoutContent(cause) }]));
    this.operation = operation;
    this.host = host;
    this.sent = sent;
  }
}

/** The code of a system or library error, such as `ECONNREFUSED`; empty if it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return "";
  return /^\w{1,80}$/.test(error.code) ? error.code : "";
}

/** Libraries put pieces of what they read into their errors, so only name and code of a cause are kept. */
function withoutContent(cause: unknown): Error {
  const name = cause instanceof Error && /^\w{1,80}$/.test(cause.name) ? cause.name : "Error";
  return new Error([name, codeOf(cause)].join(" ").trim());
}
