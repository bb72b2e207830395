import { statSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";

/**
 * Returns the user's home folder, from the environment or else from the system; undefined if there's none. Ignores an
 * empty or relative path, which would be in the working folder, and one that doesn't exist.
 */
export function homeFolder({ HOME, USERPROFILE }: Readonly<Record<string, string | undefined>>): string | undefined {
  return [process.platform === "win32" ? USERPROFILE : HOME, systemHome()].find(
    (folder) =>
      folder !== undefined &&
      path.isAbsolute(folder) &&
      statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

function systemHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // The user ID of a container may have no entry in the list of users.
    return undefined;
  }
}
