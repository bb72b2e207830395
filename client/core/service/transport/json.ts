/** Reads JSON. @returns undefined where the text is none: JSON itself has no such value. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === "string" ? text : asBuffer(text).toString("utf8")) as unknown;
  } catch {
    // The error quotes the text, which may hold anything; that there is no value says enough.
    return undefined;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
