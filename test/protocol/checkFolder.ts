import { runCommand, type Ended, type Surroundings } from "../http/cli/support.js";
import { root } from "./folder.js";

/** A setup file with one error, and how `check` tells it behind the file's name. */
export const BAD = '{"setup": {"type": "BEARER"}}\n';
export const BAD_LINE = ':1:20 error missing-property This BEARER setup is missing "token"; add it.';

/** Runs `vaultconn check` in the folder of the test, unless another is given. */
export function check(args: readonly string[], given: Partial<Surroundings> = {}): Promise<Ended> {
  return runCommand(["check", ...args], { cwd: root, ...given });
}
