/** Reads JSON. @returns undefined where the text is none: JSON itself has no such value. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch {
    // The error quotes the text, which may hold anything; that there is no value says enough.
    return undefined;
  }
}
