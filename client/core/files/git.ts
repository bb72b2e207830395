import { findProgram, type ProgramScope } from "../secrets/providers/findProgram.js";

/** What Git needs of the environment to find itself and its user's settings. */
const KEPT = ["PATH", "HOME", "XDG_CONFIG_HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "SYSTEMROOT"];

/**
 * A repository's own settings can name programs, and it may have come with them, in an archive. Reading what is tracked
 * or ignored could otherwise start a file system monitor, a hook, or a transport that fetches missing objects.
 */
const NOTHING_RUNS = ["core.fsmonitor=", "core.hooksPath=/dev/null", "safe.bareRepository=explicit"];
const NOTHING_IS_FETCHED = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0" };

/**
 * How to run Git so that it starts no program of the repository that it looks at: Git itself isn't in the repository,
 * gets no other variable, such as `GIT_DIR` or a credential, and starts nothing that the repository names.
 * @param git its name on PATH, or an absolute path.
 * @returns undefined if Git isn't installed outside the repository.
 */
export function gitCommand(git: string, folder: string, args: readonly string[], scope: ProgramScope) {
  const found = findProgram([git], scope);
  if ("missing" in found) return undefined;
  const kept = Object.entries(found.env).filter(([name]) => KEPT.includes(name.toUpperCase()));
  const settings = NOTHING_RUNS.flatMap((setting) => ["-c", setting]);
  return {
    file: found.file,
    args: ["--no-pager", ...settings, "-C", folder, ...args],
    env: { ...Object.fromEntries(kept), ...NOTHING_IS_FETCHED },
  };
}
