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
abstract class RequestFailure extends Error implements Failure {
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

/** The service was not reached, or did not answer to the end. */
export class NetworkError extends RequestFailure {
  override readonly name = "NetworkError";
  constructor(
    readonly kind: "name-not-found" | "refused" | "unreachable" | "reset" | "not-https" | "not-http",
    failure: Failure,
    cause?: unknown,
  ) {
    super(kind, failure, cause);
  }
}

/** The step of a request that took too long. */
export type TimeoutPhase = "connect" | "headers" | "body" | "total";

/** What is wrong with a certificate. */
export type CertificateFault = "untrusted" | "expired" | "not-yet-valid" | "wrong-host" | "other";

/** The service took too long: to be connected to, to begin its answer, to go on with it, or all in all. */
export class TimeoutError extends RequestFailure {
  override readonly name = "TimeoutError";
  readonly kind = "timeout";
  constructor(
    readonly phase: TimeoutPhase,
    failure: Failure,
    cause?: unknown,
  ) {
    super(`time-out (${phase})`, failure, cause);
  }
}

/** The service's certificate was refused, before anything was sent. */
export class CertificateError extends RequestFailure {
  override readonly name = "CertificateError";
  readonly kind = "certificate";
  constructor(
    readonly fault: CertificateFault,
    failure: Failure,
    cause?: unknown,
  ) {
    super(`certificate (${fault})`, failure, cause);
  }
}

/** What is wrong with a proxy. */
export type ProxyFault =
  | "down"
  | "name-not-found"
  | "timeout"
  | "credentials"
  | "refused"
  | "certificate"
  | "unsupported";

/** The proxy did not let the request through. Nothing was sent. */
export class ProxyError extends RequestFailure {
  override readonly name = "ProxyError";
  readonly kind = "proxy";
  constructor(
    readonly fault: ProxyFault,
    /** The proxy's host, with the port if there is one. */
    readonly proxyHost: string,
    failure: Failure,
    cause?: unknown,
  ) {
    super(`proxy (${fault})`, failure, cause);
  }
}

/** The service refused the request, or failed at it, and said so by a status. */
export class StatusError extends RequestFailure {
  override readonly name = "StatusError";
  constructor(
    readonly kind: "bad-request" | "unauthorized" | "forbidden" | "not-found" | "rate-limited" | "server",
    readonly status: number,
    failure: Failure,
    /** The service's own words, if it had any that can be shown: plain, redacted, one line. */
    readonly said?: string,
    /** The property of the update the service names, as in `name` or `setup.domain`. */
    readonly property?: string,
  ) {
    super(`status ${status}`, failure);
  }
}

/** The service answered, but with something that is of no use. */
export class ReplyError extends RequestFailure {
  override readonly name = "ReplyError";
  constructor(
    readonly kind: "not-json" | "unexpected-shape" | "too-large" | "redirected",
    readonly status: number,
    failure: Failure,
  ) {
    super(`${kind} (status ${status})`, failure);
  }
}

/** There is nothing to sign in with, or it was not accepted. */
export class SignInError extends RequestFailure {
  override readonly name = "SignInError";
  readonly kind = "sign-in";
  constructor(
    readonly fault: "missing" | "unreadable" | "unusable" | "malformed" | "refused",
    failure: Failure,
    readonly said?: string,
    /** The kind of the method that was used, where the token endpoint refused what it sent. */
    readonly method?: string,
  ) {
    super(`credentials ${fault}`, failure);
  }
}

/** The request itself is not allowed, so it was not made. */
export class InvalidRequestError extends RequestFailure {
  override readonly name = "InvalidRequestError";
  readonly kind = "invalid-request";
  constructor(
    /** One sentence on what is wrong with it. */
    readonly problem: string,
    failure: Failure,
  ) {
    super("the request is not valid", failure);
  }
}

/** Someone cancelled, or the client was closed. */
export class CancelledError extends RequestFailure {
  override readonly name = "CancelledError";
  readonly kind = "cancelled";
  constructor(failure: Failure) {
    super("cancelled", failure);
  }
}

/** Everything a request can fail with, told apart by `kind`. */
export type ServiceError =
  | NetworkError
  | TimeoutError
  | CertificateError
  | ProxyError
  | StatusError
  | ReplyError
  | SignInError
  | InvalidRequestError
  | CancelledError;

/** Whether something thrown is one of our errors, rather than a mistake in the program. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof RequestFailure;
}
