import { certificateFault, isNameNotFound, isUnreachable, timeoutPhase } from "../errors/codes.js";
import {
  CancelledError,
  CertificateError,
  NetworkError,
  ProxyError,
  ReplyError,
  TimeoutError,
  type ServiceError,
} from "../errors/errors.js";
import { codeOf, type Failure } from "../errors/failure.js";
import type { Aborted } from "./exchange.js";
import { TunnelFault } from "./tunnel.js";

/**
 * Turns an exchange that has no reply into an error.
 * @param changes whether the request changes something, if it arrives.
 */
export function toServiceError(aborted: Aborted, changes: boolean, where: Omit<Failure, "sent">): ServiceError {
  const failure: Failure = { ...where, sent: changes && aborted.started ? "maybe" : "no" };
  switch (aborted.why) {
    case "cancelled":
      return new CancelledError(failure);
    case "total":
      return new TimeoutError(aborted.started ? "total" : "connect", failure);
    case "too-large":
      return new ReplyError("too-large", aborted.status, failure);
    case "failed":
      return fromLibrary(aborted.error, failure);
  }
}

function fromLibrary(error: Error, failure: Failure): ServiceError {
  if (error instanceof TunnelFault) return new ProxyError(error.fault, error.proxyHost, failure, error.cause);
  // Where a name has several addresses, the errors of all of them come in one.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = codeOf(error) || codeOf(first);
  const phase = timeoutPhase(code);
  const fault = certificateFault(code);
  if (phase) return new TimeoutError(phase, failure, error);
  if (fault) return new CertificateError(fault, failure, error);
  if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED") return new CancelledError(failure);
  if (code === "UND_ERR_HEADERS_OVERFLOW") return new ReplyError("too-large", 0, failure);
  return new NetworkError(kindOf(code, error.name), failure, error);
}

/** undici gives its parser's errors no code, so those are known by their name. */
function kindOf(code: string, name: string): NetworkError["kind"] {
  if (isNameNotFound(code)) return "name-not-found";
  if (code === "ECONNREFUSED") return "refused";
  if (isUnreachable(code)) return "unreachable";
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return "not-https";
  return name === "HTTPParserError" ? "not-http" : "reset";
}
