import { findApt, installDebianPackages, mayInstall } from "../vscode/provision/debian.js";
import { findProgram } from "../vscode/provision/find-program.js";
import { runCommand } from "../vscode/provision/run-command.js";

/** Where programs of others are, as absolute paths. */
export interface Programs {
  readonly neovim: string;
  /** An Emacs that has Eglot: as a package of its own, or from 29 on as part of it. */
  readonly emacs: string;
  readonly pass: string;
  readonly gpg: string;
}

/** Debian's packages. Eglot is its own as long as Emacs is older than 29. */
const PACKAGES = ["neovim", "emacs-nox", "elpa-eglot", "pass", "gnupg"];

/**
 * Finds Neovim, Emacs with Eglot, and pass with GnuPG. Where one is missing, Debian's packages are installed if this process may do so.
 *
 * @throws {Error} with the next step for the user where they aren't to be had
 */
export async function provisionPrograms(log: (line: string) => void): Promise<Programs> {
  const found = await find();
  if (found !== undefined) return found;
  const apt = await findApt();
  if (!mayInstall(apt)) throw new Error(nextStep(apt));
  log("Installing Neovim, Emacs and pass with apt-get (once)");
  try {
    await installDebianPackages(apt, PACKAGES);
  } catch (cause) {
    throw new Error(nextStep(apt), { cause });
  }
  const brought = await find();
  if (brought === undefined) throw new Error(nextStep(apt));
  return brought;
}

async function find(): Promise<Programs | undefined> {
  const names = [["nvim"], ["emacs"], ["pass"], ["gpg"]];
  const [neovim, emacs, pass, gpg] = await Promise.all(names.map(findProgram));
  if (neovim === undefined || emacs === undefined || pass === undefined || gpg === undefined) return undefined;
  try {
    await runCommand(emacs, ["--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]);
    return { neovim, emacs, pass, gpg };
  } catch {
    return undefined;
  }
}

function nextStep(apt: string | undefined): string {
  const install =
    apt === undefined
      ? "Install Neovim, Emacs 29 or later, pass, and GnuPG"
      : `Run "sudo apt-get install ${PACKAGES.join(" ")}" (without elpa-eglot where Emacs is 29 or later)`;
  return `These tests need Neovim, Emacs with Eglot, pass, and GnuPG, and didn't find all of them. ${install}.`;
}
