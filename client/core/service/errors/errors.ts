export type Operation = "list" | "update" | "sign-in";

export interface Failure {
  readonly operation: Operation;
  /** With the port, if there is one. */
  readonly host: string;
  /** Whether a change can have been applied: `no` is certain. Always `no` for reading. */
  readonly sent: "no" | "maybe";
}

/** Carries no header, body, token or anything else that could be a credential; `serviceMessage` is redacted and shortened. */
abstract class RequestFailure extends Error implements Failure {
  override readonly name = "ServiceError";
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

/** Such as `ECONNREFUSED`; empty if there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return "";
  return /^\w{1,80}$/.test(error.code) ? error.code : "";
}

/** Libraries put pieces of what they read into their errors, so only name and code of a cause are kept. */
function withoutContent(cause: unknown): Error {
  const name = cause instanceof Error && /^\w{1,80}$/.test(cause.name) ? cause.name : "Error";
  return new Error([name, codeOf(cause)].join(" ").trim());
}

export class NetworkError extends RequestFailure {
  constructor(
    readonly kind: "name-not-found" | "refused" | "unreachable" | "reset" | "not-https" | "not-http",
    failure: Failure,
    cause?: unknown,
  ) {
    super(kind, failure, cause);
  }
}

export type TimeoutPhase = "connect" | "headers" | "body" | "total";

export type CertificateFault = "untrusted" | "expired" | "not-yet-valid" | "wrong-host" | "other";

export class TimeoutError extends RequestFailure {
  readonly kind = "timeout";
  constructor(
    readonly phase: TimeoutPhase,
    failure: Failure,
    cause?: unknown,
  ) {
    super(`time-out (${phase})`, failure, cause);
  }
}

/** Nothing was sent. */
export class CertificateError extends RequestFailure {
  readonly kind = "certificate";
  constructor(
    readonly fault: CertificateFault,
    failure: Failure,
    cause?: unknown,
  ) {
    super(`certificate (${fault})`, failure, cause);
  }
}

export type ProxyFault =
  | "down"
  | "name-not-found"
  | "timeout"
  | "credentials"
  | "refused"
  | "certificate"
  | "unsupported";

/** Nothing was sent. */
export class ProxyError extends RequestFailure {
  readonly kind = "proxy";
  constructor(
    readonly fault: ProxyFault,
    /** With the port, if there is one. */
    readonly proxyHost: string,
    failure: Failure,
    cause?: unknown,
  ) {
    super(`proxy (${fault})`, failure, cause);
  }
}

export class StatusError extends RequestFailure {
  constructor(
    readonly kind: "bad-request" | "unauthorized" | "forbidden" | "not-found" | "rate-limited" | "server",
    readonly status: number,
    failure: Failure,
    /** The service's own words, if they can be shown: plain, redacted, one line. */
    readonly serviceMessage?: string,
    /** Such as `name` or `setup.domain`. */
    readonly property?: string,
  ) {
    super(`status ${status}`, failure);
  }
}

export class ReplyError extends RequestFailure {
  constructor(
    readonly kind: "not-json" | "unexpected-shape" | "too-large" | "redirected",
    readonly status: number,
    failure: Failure,
  ) {
    super(`${kind} (status ${status})`, failure);
  }
}

export class SignInError extends RequestFailure {
  readonly kind = "sign-in";
  constructor(
    readonly fault: "missing" | "unreadable" | "unusable" | "malformed" | "refused",
    failure: Failure,
    readonly serviceMessage?: string,
    /** The kind of the method whose proof the token endpoint refused. */
    readonly method?: string,
  ) {
    super(`credentials ${fault}`, failure);
  }
}

/** Nothing was sent. */
export class InvalidRequestError extends RequestFailure {
  readonly kind = "invalid-request";
  constructor(
    /** One sentence. */
    readonly problem: string,
    failure: Failure,
  ) {
    super("the request is not valid", failure);
  }
}

/** Someone cancelled, or the client was closed. */
export class CancelledError extends RequestFailure {
  readonly kind = "cancelled";
  constructor(failure: Failure) {
    super("cancelled", failure);
  }
}

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

/** False for mistakes in the program. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof RequestFailure;
}
