import type { CertificateFault, TimeoutPhase } from "./codes.js";
import { RequestFailure, type Failure } from "./failure.js";

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
