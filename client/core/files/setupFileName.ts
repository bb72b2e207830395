import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { FILE_ENDING } from "../../../schemas/files.js";
import { isDate } from "../storage/shape.js";

/** Device names that Windows reserves, even with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_NAME_LENGTH = 60;

/**
 * Makes a short lowercase file name of letters and digits of any script, which is safe on all systems and in shells.
 * @param id used if the name has no letters or digits.
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

/** Adds a number, from 2 on, before the ending: `name-2.vaultconn.json`. */
export function numbered(fileName: string, count: number): string {
  return count < 2 ? fileName : `${fileName.slice(0, -FILE_ENDING.length)}-${count}${FILE_ENDING}`;
}

/** Reads what a file names without waiting for the language server. Empty strings become undefined, and what's no date. */
export function namedIn(text: string) {
  const root = parseTree(text);
  const stringAt = (property: string) => {
    const value: unknown = root && findNodeAtLocation(root, [property])?.value;
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  };
  const expires = stringAt("expires");
  const named = { id: stringAt("id"), tenant: stringAt("tenant"), name: stringAt("name") };
  return { ...named, expires: isDate(expires) ? expires : undefined };
}
