/**
 * Where a file is after something was renamed or moved: that file, a folder it is in, or what has nothing to do with it.
 * All are URIs, as text.
 */
export function placeAfterMove(file: string, from: string, to: string): string {
  return file === from || file.startsWith(`${from}/`) ? to + file.slice(from.length) : file;
}
