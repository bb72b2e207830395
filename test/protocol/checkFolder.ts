import { check as checkIn, type Ended, type Given } from "./command.js";
import { root } from "./folder.js";

/** A setup file with one error, and how `check` tells it behind the file's name. */
export const BAD = '{"setup": {"type": "BEARER"}}\n';
export const BAD_LINE = ':1:20 error missing-property This BEARER setup is missing "token"; add it.';

/** Runs `check` in the folder of the test, unless another is given. */
export function check(args: readonly string[], given: Given = {}): Promise<Ended> {
  return checkIn(args, { cwd: root, ...given });
}
