/** Returns an error's code, such as `ECONNREFUSED`; empty if there's none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return "";
  return /^\w{1,80}$/.test(error.code) ? error.code : "";
}
