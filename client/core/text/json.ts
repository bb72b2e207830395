/** @returns undefined for invalid JSON. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    // The error quotes the text, which may contain secrets.
    return undefined;
  }
}

/** Returns false for arrays and null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
