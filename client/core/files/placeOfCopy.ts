import path from "node:path";

/**
 * The folder for a copy of a setup file: the one that all files of its tenant lie in, where that is another than the
 * file's own; or else the file's own.
 * @param file the path of the file that is copied, as URIs have it; and so is what is returned.
 * @param others the known files of the tenant that the copy is for.
 */
export function placeOfCopy(file: string, others: readonly string[]): string {
  const own = path.posix.dirname(file);
  const [folder, ...more] = new Set(others.map((other) => path.posix.dirname(other)));
  return folder === undefined || more.length > 0 ? own : folder;
}

/** A path relative to one folder, as it reads in another, so that it leads to the same file. */
export function pathFrom(folder: string, relative: string, other: string): string {
  return folder === other ? relative : path.posix.relative(other, path.posix.join(folder, relative));
}
