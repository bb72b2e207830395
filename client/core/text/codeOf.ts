/** Returns an error's code, such as `ECONNREFUSED`; empty if there's none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return "";
  // Node 24 has ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE.
  return /^[\w/]{1,80}$/.test(error.code) ? error.code : "";
}
