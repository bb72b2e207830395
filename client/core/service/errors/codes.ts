/** The step of a request that took too long. */
export type TimeoutPhase = "connect" | "headers" | "body" | "total";

/** What is wrong with a certificate. */
export type CertificateFault = "untrusted" | "expired" | "not-yet-valid" | "wrong-host" | "other";

const NAME_NOT_FOUND = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"]);
const UNREACHABLE = new Set([
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
]);
const PHASES: Readonly<Record<string, TimeoutPhase>> = {
  ETIMEDOUT: "connect",
  UND_ERR_CONNECT_TIMEOUT: "connect",
  UND_ERR_HEADERS_TIMEOUT: "headers",
  UND_ERR_BODY_TIMEOUT: "body",
};

const CERTIFICATE_FAULTS: Readonly<Record<string, CertificateFault>> = {
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
  CERT_CHAIN_TOO_LONG: "other",
  CERT_REJECTED: "other",
  CERT_REVOKED: "other",
  CERT_SIGNATURE_FAILURE: "other",
  INVALID_CA: "other",
  INVALID_PURPOSE: "other",
  PATH_LENGTH_EXCEEDED: "other",
};

/** What is wrong with a certificate, from the code Node gives the error; undefined if it is not about one. */
export function certificateFault(code: string): CertificateFault | undefined {
  return Object.hasOwn(CERTIFICATE_FAULTS, code) ? CERTIFICATE_FAULTS[code] : undefined;
}

/** Whether a code says that a name could not be resolved. */
export function isNameNotFound(code: string): boolean {
  return NAME_NOT_FOUND.has(code);
}

/** The step that took too long; undefined if the code is not about time. */
export function timeoutPhase(code: string): TimeoutPhase | undefined {
  return Object.hasOwn(PHASES, code) ? PHASES[code] : undefined;
}

/** Whether a code says that there is no way to the host. */
export function isUnreachable(code: string): boolean {
  return UNREACHABLE.has(code);
}
