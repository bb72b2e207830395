import which from "which";

/**
 * The first of the given programs that can be run: a bare name is looked up on the PATH, a path is taken as it is.
 *
 * @returns an absolute path
 */
export async function findProgram(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const found = await which(candidate, { nothrow: true });
    if (found !== null) return found;
  }
  return undefined;
}
