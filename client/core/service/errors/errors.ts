import { codeOf } from "../../text/codeOf.js";

export type Operation = "list" | "update" | "sign-in";

export interface Failure {
  readonly operation: Operation;
  /** With the port, if there's one. */
  readonly host: string;
  /** `maybe`: the update may have been applied. `no` is certain. Always `no` for reads. */
  readonly sent: "no" | "maybe";
}

export type NetworkFault = "name-not-found" | "refused" | "unreachable" | "reset" | "not-https" | "tls" | "not-http";

export type TimeoutPhase = "connect" | "headers" | "body" | "total";

export type CertificateFault = "untrusted" | "expired" | "not-yet-valid" | "wrong-host" | "other";

export type ProxyFault = "down" | "credentials" | "scheme" | "refused" | "gateway" | "certificate" | "unsupported";

/** A web page that came instead of the service's answer, as from a firewall or a proxy. */
export interface WebPage {
  readonly status: number;
  /** One redacted line of plain text; empty if there's none. */
  readonly title: string;
}

interface StatusFault {
  readonly kind: "bad-request" | "unauthorized" | "forbidden" | "not-found" | "rate-limited" | "server";
  readonly status: number;
  /** The service's message as one redacted line of plain text, if it can be shown. */
  readonly serviceMessage?: string | undefined;
  /** Such as `name` or `setup.domain`. */
  readonly property?: string | undefined;
  /** Why the token endpoint refused a request. */
  readonly refusal?: Refusal | undefined;
  /** Only for `unauthorized`: the host that the token's audience names, if it's another one. */
  readonly issuedFor?: string | undefined;
  /** Only for `server`. */
  readonly page?: WebPage | undefined;
}

/** What the token endpoint refused: the client's proof, the way it asks, the audience, scopes, or something else. */
export type Refusal = "client" | "grant" | "audience" | "scope" | "request";

interface SignInFault {
  readonly kind: "sign-in";
  readonly fault: "missing" | "unreadable" | "unusable" | "malformed" | "refused";
  readonly serviceMessage?: string | undefined;
  /** The kind of the sign-in method that the token endpoint refused. */
  readonly method?: string | undefined;
  readonly refusal?: Refusal | undefined;
}

export type Fault =
  | { readonly kind: NetworkFault }
  | { readonly kind: "timeout"; readonly phase: TimeoutPhase }
  /** Nothing was sent. */
  | { readonly kind: "certificate"; readonly fault: CertificateFault }
  /** Nothing was sent. The host includes the port, if there's one. */
  | { readonly kind: "proxy"; readonly fault: ProxyFault; readonly proxyHost: string }
  | StatusFault
  /** The reply can't be used. */
  | { readonly kind: "not-json"; readonly page?: WebPage | undefined }
  | { readonly kind: "too-large" | "redirected" }
  /** The service's message, as for other statuses: some services answer with an error and status 200. */
  | { readonly kind: "unexpected-shape"; readonly serviceMessage?: string | undefined }
  /** The record in the answer to an update is as before, or has another name than the one that was sent. */
  | { readonly kind: "not-updated" }
  | SignInFault
  /** Nothing was sent. The problem is one sentence. */
  | { readonly kind: "invalid-request"; readonly problem: string }
  /** The call was canceled, or the client was closed. */
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

/** Creates an error without headers, bodies, tokens or anything else that could be a credential. */
export function serviceError(fault: Fault, { operation, host, sent }: Failure, cause?: unknown): ServiceError {
  return Object.assign(new RequestFailure(fault, operation, cause), { operation, host, sent }, fault);
}

/** Returns false for programming errors. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof RequestFailure;
}

/** Keeps only a cause's name and code, because libraries quote data in their errors. */
function withoutContent(cause: unknown): Error {
  const name = cause instanceof Error && /^\w{1,80}$/.test(cause.name) ? cause.name : "Error";
  return new Error([name, codeOf(cause)].join(" ").trim());
}
