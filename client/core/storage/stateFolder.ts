import { createHash } from "node:crypto";
import path from "node:path";
import { homeFolder } from "../text/homeFolder.js";

/**
 * Returns the folder for what this machine keeps of one repository, or of a root without one: the command line's journal,
 * and agents' requests. Undefined if the user has no home folder.
 */
export function stateFolder(root: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { VAULTCONN_STATE: named, XDG_STATE_HOME: state, LOCALAPPDATA: local } = env;
  const own = [named, state && path.join(state, "vaultconn"), local && path.join(local, "vaultconn")].find(Boolean);
  const home = own === undefined ? homeFolder(env) : "";
  if (home === undefined) return undefined;
  const folder = own ?? path.join(home, ".local", "state", "vaultconn");
  return path.join(folder, createHash("sha256").update(root).digest("hex").slice(0, 16));
}
