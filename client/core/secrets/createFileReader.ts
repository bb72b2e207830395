import { realpath } from "node:fs/promises";
import path from "node:path";
import { decode } from "../../../schemas/decode.js";
import { isInside } from "../../../schemas/files.js";
import { readInside } from "../storage/readRegularFile.js";
import { codeOf } from "../text/codeOf.js";
import type { FileFault } from "./referenceProblems.js";
import type { FileReading, SecretSources } from "./sources.js";

/** Keys and certificates are a few kilobytes. */
export const MAX_FILE_BYTES = 64 * 1024;

/**
 * Returns a reader of regular text files inside the workspace folder. It refuses paths that lead outside, even through
 * symbolic links.
 * @param workspaceFolder undefined if the setup file isn't in one.
 */
export function createFileReader(setupFile: string, workspaceFolder: string | undefined): SecretSources["file"] {
  return async (reference) => {
    if (workspaceFolder === undefined) return refused("no-folder");
    if (isAbsolute(reference)) return refused("absolute");
    const named = path.resolve(path.dirname(setupFile), reference);
    // Checked before disk access, so that nothing is revealed about files outside.
    if (!isInside(workspaceFolder, named)) return refused("outside");
    try {
      const [folder, real] = await Promise.all([realpath(workspaceFolder), realpath(named)]);
      return isInside(folder, real) ? await readRealFile(real, folder) : refused("outside");
    } catch (error) {
      return refused(FAULTS.get(codeOf(error)) ?? "unreadable");
    }
  };
}

/** Whether a path is absolute on any system, because setup files are shared between systems. */
function isAbsolute(reference: string): boolean {
  return (
    path.posix.isAbsolute(reference) ||
    path.win32.isAbsolute(reference) ||
    /^[a-z]:/i.test(reference) ||
    reference.startsWith("~")
  );
}

async function readRealFile(real: string, folder: string): Promise<FileReading> {
  const bytes = await readInside(real, [folder]);
  if (!bytes) return refused("not-a-file");
  if (bytes.length > MAX_FILE_BYTES) return refused("too-large");
  const { text, isLossy } = decode(bytes);
  return isLossy || text.includes("\0") ? refused("not-text") : { ok: true, text };
}

const FAULTS: ReadonlyMap<string, FileFault> = new Map([
  ["ENOENT", "not-found"],
  ["ENOTDIR", "not-found"],
  ["ERR_INVALID_ARG_VALUE", "not-found"],
  ["EISDIR", "not-a-file"],
  ["ENXIO", "not-a-file"],
  ["ELOOP", "outside"],
]);

function refused(fault: FileFault): FileReading {
  return { ok: false, fault };
}
