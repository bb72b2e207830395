import { findNodeAtLocation, parseTree } from "jsonc-parser";

export const LANGUAGE_ID = "vaultconn";

export const FILE_ENDING = ".vaultconn.json";

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_NAME_LENGTH = 60;

/**
 * A short lower-case file name of letters and digits of any script, safe on every system and in every shell.
 * @param id used if nothing of the name is left.
 */
export function setupFileName(name: string, id: string): string {
  const stem = slug(name) || slug(id) || "connection";
  return `${DEVICE.test(stem) ? `${stem}-connection` : stem}${FILE_ENDING}`;
}

function slug(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return [...words.join("-")].slice(0, MAX_NAME_LENGTH).join("").replace(/-$/, "");
}

/** Adds a number before the ending: `name-2.vaultconn.json`. */
export function numbered(fileName: string, count: number): string {
  return count < 2 ? fileName : `${fileName.slice(0, -FILE_ENDING.length)}-${count}${FILE_ENDING}`;
}

export interface NamedInText {
  readonly id: string | undefined;
  readonly tenant: string | undefined;
  readonly name: string | undefined;
}

/** Read here, so that nothing has to wait for the language server. Placeholders are undefined. */
export function namedIn(text: string): NamedInText {
  const root = parseTree(text);
  const stringAt = (property: string) => {
    const value: unknown = root && findNodeAtLocation(root, [property])?.value;
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  };
  return { id: stringAt("id"), tenant: stringAt("tenant"), name: stringAt("name") };
}
