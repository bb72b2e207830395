export type Operation = "list" | "update" | "sign-in";

export interface Failure {
  readonly operation: Operation;
  /** With the port, if there is one. */
  readonly host: string;
  /** Whether a change can have been applied: `no` is certain. Always `no` for reading. */
  readonly sent: "no" | "maybe";
}

export type NetworkFault = "name-not-found" | "refused" | "unreachable" | "reset" | "not-https" | "not-http";

export type TimeoutPhase = "connect" | "headers" | "body" | "total";

export type CertificateFault = "untrusted" | "expired" | "not-yet-valid" | "wrong-host" | "other";

export type ProxyFault =
  | "down"
  | "name-not-found"
  | "timeout"
  | "credentials"
  | "refused"
  | "certificate"
  | "unsupported";

interface StatusFault {
  readonly kind: "bad-request" | "unauthorized" | "forbidden" | "not-found" | "rate-limited" | "server";
  readonly status: number;
  /** The service's own words, if they can be shown: plain, redacted, one line. */
  readonly serviceMessage?: string | undefined;
  /** Such as `name` or `setup.domain`. */
  readonly property?: string | undefined;
}

interface SignInFault {
  readonly kind: "sign-in";
  readonly fault: "missing" | "unreadable" | "unusable" | "malformed" | "refused";
  readonly serviceMessage?: string | undefined;
  /** The kind of the method whose proof the token endpoint refused. */
  readonly method?: string | undefined;
}

export type Fault =
  | { readonly kind: NetworkFault }
  | { readonly kind: "timeout"; readonly phase: TimeoutPhase }
  /** Nothing was sent. */
  | { readonly kind: "certificate"; readonly fault: CertificateFault }
  /** Nothing was sent. The host has the port, if there is one. */
  | { readonly kind: "proxy"; readonly fault: ProxyFault; readonly proxyHost: string }
  | StatusFault
  /** The reply can't be used. */
  | { readonly kind: "not-json" | "unexpected-shape" | "too-large" | "redirected" }
  | SignInFault
  /** Nothing was sent. The problem is one sentence. */
  | { readonly kind: "invalid-request"; readonly problem: string }
  /** Someone cancelled, or the client was closed. */
  | { readonly kind: "cancelled" };

export type ServiceError = Error & Failure & Fault;
export type StatusError = Error & Failure & StatusFault;
export type SignInError = Error & Failure & SignInFault;

class RequestFailure extends Error {
  override readonly name = "ServiceError";

  constructor(fault: Fault, operation: Operation, cause: unknown) {
    const detail = "phase" in fault ? ` (${fault.phase})` : "fault" in fault ? ` (${fault.fault})` : "";
    super(`${operation} failed: ${fault.kind}${detail}`, cause === undefined ? {} : { cause: withoutContent(cause) });
  }
}

/** Carries no header, body, token or anything else that could be a credential. */
export function serviceError(fault: Fault, { operation, host, sent }: Failure, cause?: unknown): ServiceError {
  return Object.assign(new RequestFailure(fault, operation, cause), { operation, host, sent }, fault);
}

/** False for mistakes in the program. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof RequestFailure;
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
