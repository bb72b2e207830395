import type { Aborted } from "./exchange.js";
import {
  type CertificateFault,
  type Failure,
  type NetworkFault,
  type ProxyFault,
  type ServiceError,
  serviceError,
  type TimeoutPhase,
} from "../errors/errors.js";
import { codeOf } from "../../text/codeOf.js";

const NAME_NOT_FOUND = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL"]);
const UNREACHABLE = new Set([
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
]);
const TIMEOUT_PHASES: ReadonlyMap<string, TimeoutPhase> = new Map(
  Object.entries({
    ETIMEDOUT: "connect",
    UND_ERR_CONNECT_TIMEOUT: "connect",
    UND_ERR_HEADERS_TIMEOUT: "headers",
    UND_ERR_BODY_TIMEOUT: "body",
  } as const),
);

const CERTIFICATE_FAULTS: ReadonlyMap<string, CertificateFault> = new Map(
  Object.entries({
    CERT_HAS_EXPIRED: "expired",
    CERT_NOT_YET_VALID: "not-yet-valid",
    ERR_TLS_CERT_ALTNAME_INVALID: "wrong-host",
    HOSTNAME_MISMATCH: "wrong-host",
    DEPTH_ZERO_SELF_SIGNED_CERT: "untrusted",
    SELF_SIGNED_CERT_IN_CHAIN: "untrusted",
    UNABLE_TO_GET_ISSUER_CERT: "untrusted",
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "untrusted",
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: "untrusted",
    CERT_UNTRUSTED: "untrusted",
  } as const),
);

export function certificateFault(code: string): CertificateFault | undefined {
  return CERTIFICATE_FAULTS.get(code) ?? (/^(?:CERT_|INVALID_|PATH_LENGTH_)/.test(code) ? "other" : undefined);
}

export class TunnelFault extends Error {
  constructor(
    readonly fault: ProxyFault,
    readonly proxyHost: string,
    cause?: unknown,
  ) {
    super(`proxy ${fault}`, { cause });
  }
}

/** @param changes whether the request is an update. */
export function toServiceError(aborted: Aborted, changes: boolean, where: Omit<Failure, "sent">): ServiceError {
  const failure: Failure = { ...where, sent: changes && aborted.started ? "maybe" : "no" };
  switch (aborted.why) {
    case "total":
      return serviceError({ kind: "timeout", phase: aborted.started ? "total" : "connect" }, failure);
    case "failed":
      return fromLibrary(aborted.error, failure);
    default:
      return serviceError({ kind: aborted.why }, failure);
  }
}

function fromLibrary(error: Error, failure: Failure): ServiceError {
  if (error instanceof TunnelFault)
    return serviceError({ kind: "proxy", fault: error.fault, proxyHost: error.proxyHost }, failure, error.cause);
  // If a name has several addresses, one error contains those of all.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = codeOf(error) || codeOf(first);
  const phase = TIMEOUT_PHASES.get(code);
  const fault = certificateFault(code);
  if (phase) return serviceError({ kind: "timeout", phase }, failure, error);
  if (fault) return serviceError({ kind: "certificate", fault }, failure, error);
  if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED") return serviceError({ kind: "cancelled" }, failure);
  if (code === "UND_ERR_HEADERS_OVERFLOW") return serviceError({ kind: "too-large" }, failure);
  return serviceError({ kind: kindOf(code, error) }, failure, error);
}

/** OpenSSL's words for bytes that aren't of TLS, in a code or a message. */
const NOT_TLS = /wrong.version.number|http.request|packet.length|record.layer|unknown.protocol/i;

/** Parser errors of undici have no code, only a name. */
function kindOf(code: string, { name, message }: Error): NetworkFault {
  if (NAME_NOT_FOUND.has(code)) return "name-not-found";
  if (code === "ECONNREFUSED") return "refused";
  if (UNREACHABLE.has(code)) return "unreachable";
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) return NOT_TLS.test(`${code} ${message}`) ? "not-https" : "tls";
  return name === "HTTPParserError" ? "not-http" : "reset";
}
