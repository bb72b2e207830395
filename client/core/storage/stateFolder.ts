import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import path from "node:path";
import { homeFolder } from "../text/homeFolder.js";

/**
 * Returns the folder for what this machine keeps of one repository, or of a root without one: the command line's journal,
 * and agents' requests. Undefined if the user has no home folder. It never depends on the current folder, since runs in
 * others would know nothing of each other's updates: our variable is relative to the repository, and others that are
 * relative don't count.
 */
export function stateFolder(root: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { VAULTCONN_STATE: named, XDG_STATE_HOME: state, LOCALAPPDATA: local } = env;
  const shared = [state, local].find((folder) => folder !== undefined && path.isAbsolute(folder));
  const own = named ? path.resolve(asOnDisk(root), named) : shared && path.join(shared, "vaultconn");
  const home = own === undefined ? homeFolder(env) : "";
  if (home === undefined) return undefined;
  const folder = own ?? path.join(home, ".local", "state", "vaultconn");
  return path.join(folder, createHash("sha256").update(asOnDisk(root)).digest("hex").slice(0, 16));
}

/** A path can be written in several ways where case makes no difference: as someone typed it, or with VS Code's `c:`. */
function asOnDisk(root: string): string {
  try {
    return realpathSync.native(root);
  } catch {
    return root;
  }
}
