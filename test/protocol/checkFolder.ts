import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { check as checkIn, type Ended, type Given } from "./command.js";

/** A setup file with one error, and how `check` tells it behind the file's name. */
export const BAD = '{"setup": {"type": "BEARER"}}\n';
export const BAD_LINE = ':1:20 error missing-property This BEARER setup lacks "token"; add it.';

/** The folder of the test that runs, empty at its beginning. */
export let root: string;

/** Gives each test of the file it is called in a folder of its own. */
export function useFolder(): void {
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "vaultconn-"));
  });
  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });
}

/** Runs `check` in that folder, unless another is given. */
export function check(args: readonly string[], given: Given = {}): Promise<Ended> {
  return checkIn(args, { cwd: root, ...given });
}
