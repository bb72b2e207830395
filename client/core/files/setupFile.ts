import { findNodeAtLocation, parseTree } from "jsonc-parser";

export const LANGUAGE_ID = "vaultconn";

export const FILE_ENDING = ".vaultconn.json";

/** Names that Windows keeps for devices, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const LONGEST = 60;

/**
 * A file name for a connection: short, in lower case, made of letters and digits of any script, and safe on every system
 * and in every shell.
 * @param id used where nothing of the name is left.
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
  return [...words.join("-")].slice(0, LONGEST).join("").replace(/-$/, "");
}

/** The same name with a number before its ending: `name-2.vaultconn.json`. */
export function numbered(fileName: string, count: number): string {
  return count < 2 ? fileName : `${fileName.slice(0, -FILE_ENDING.length)}-${count}${FILE_ENDING}`;
}

/** What the text of a setup file names; undefined what it leaves out, and what it has not been filled in with. */
export interface NamedInText {
  readonly id: string | undefined;
  /** The tenant, by its host. */
  readonly tenant: string | undefined;
  readonly name: string | undefined;
}

/** What the text of a setup file names. Read here, so that nothing has to wait for the server. */
export function namedIn(text: string): NamedInText {
  const root = parseTree(text);
  const textOf = (property: string) => {
    const value: unknown = root && findNodeAtLocation(root, [property])?.value;
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  };
  return { id: textOf("id"), tenant: textOf("tenant"), name: textOf("name") };
}
