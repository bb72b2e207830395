import { escapeReferences } from "../../../schemas/references.js";
import type { InspectResult } from "../../../server/protocol/messages.js";
import type { Remembered } from "./fileMemory.js";

interface Now {
  /** The connection's name; undefined if it isn't known. */
  readonly name: string | undefined;
  /** Whether the file is as in the lock file. */
  readonly isFileLocked: boolean;
}

/** The name in a file whose connection was renamed after its push, here or by someone who shares the lock file. */
export function nameBeforeRename(
  inspected: Pick<InspectResult, "request" | "references"> | undefined,
  remembered: Pick<Remembered, "record" | "renamed"> | undefined,
  { name, isFileLocked }: Now,
): string | undefined {
  const written = inspected?.request.name;
  if (typeof written !== "string" || name === undefined || written === escapeReferences(name)) return undefined;
  if (remembered?.renamed === true) return written;
  // What a reference stands for isn't known.
  const isReference = inspected?.references.some(({ property }) => property[0] === "name") === true;
  return isFileLocked && !isReference && remembered?.record?.name !== name ? written : undefined;
}
