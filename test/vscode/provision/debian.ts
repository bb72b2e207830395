import { runCommand } from "./run-command.js";
import { findProgram } from "./find-program.js";

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
