/** The language of setup files in VS Code. */
export const LANGUAGE_ID = "vaultconn";

/** What the name of every setup file ends in. */
export const FILE_ENDING = ".vaultconn.json";

/** Names that Windows keeps for devices, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const LONGEST = 60;

/**
 * A file name for a connection: short, in lower case, made of letters and digits
 * of any script, and safe on every system and in every shell.
 * @param name the connection's name, which may hold anything.
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
