import { access, constants } from "node:fs/promises";
import { delimiter, resolve } from "node:path";
import { execa } from "execa";
import { cleanEnvironment } from "../host/processes.js";

/**
 * Runs a program to its end and keeps its output to itself, unless it fails. It ends with this process.
 *
 * @param options `env` is added to the current environment
 * @returns what it wrote to standard output
 * @throws {Error} with its output when it can't be started or ends with another code than 0
 */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<string> {
  const env = cleanEnvironment(options.env ?? {});
  const { stdout } = await execa(command, args, { ...options, env, extendEnv: false, stdin: "ignore" });
  return stdout;
}

/**
 * The first of the given programs that can be run: a bare name is looked up on the PATH, an absolute path is taken as it is.
 *
 * @returns an absolute path
 */
export async function findProgram(candidates: readonly string[]): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  for (const file of candidates.flatMap((candidate) => folders.map((folder) => resolve(folder, candidate))))
    if (await canRun(file)) return file;
  return undefined;
}

function canRun(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

const QUIETLY = ["-q", "-o", "DPkg::Lock::Timeout=300"];

/** The program that installs packages where the system is Debian or descends from it. */
export async function findApt(): Promise<string | undefined> {
  return process.platform === "linux" ? findProgram(["apt-get"]) : undefined;
}

/** Whether this process may install packages with it. */
export function mayInstall(apt: string | undefined): apt is string {
  return apt !== undefined && process.getuid?.() === 0;
}

/**
 * Installs packages, and what they can't do without.
 *
 * @throws {Error} when one of them can't be installed
 */
export async function installDebianPackages(apt: string, packages: readonly string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runCommand(apt, ["update", ...QUIETLY], { env });
  await runCommand(apt, ["install", "-y", "--no-install-recommends", ...QUIETLY, ...packages], { env });
}
