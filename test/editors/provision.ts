import { findApt, installDebianPackages, mayInstall } from "../vscode/provision/debian.js";
import { findProgram } from "../vscode/provision/find-program.js";
import { runCommand } from "../vscode/provision/run-command.js";

/** Where the editors are, as absolute paths. */
export interface Editors {
  readonly neovim: string;
  /** An Emacs that has Eglot: as a package of its own, or from 29 on as part of it. */
  readonly emacs: string;
}

/** Debian's packages. Eglot is its own as long as Emacs is older than 29. */
const PACKAGES = ["neovim", "emacs-nox", "elpa-eglot"];

/**
 * Finds Neovim and Emacs with Eglot. Where one is missing, Debian's packages are installed if this process may do so.
 *
 * @throws {Error} with the next step for the user where they aren't to be had
 */
export async function provisionEditors(log: (line: string) => void): Promise<Editors> {
  const found = await find();
  if (found !== undefined) return found;
  const apt = await findApt();
  if (!mayInstall(apt)) throw new Error(nextStep(apt));
  log("Installing Neovim and Emacs with apt-get (once)");
  try {
    await installDebianPackages(apt, PACKAGES);
  } catch (cause) {
    throw new Error(nextStep(apt), { cause });
  }
  const brought = await find();
  if (brought === undefined) throw new Error(nextStep(apt));
  return brought;
}

async function find(): Promise<Editors | undefined> {
  const [neovim, emacs] = await Promise.all([findProgram(["nvim"]), findProgram(["emacs"])]);
  if (neovim === undefined || emacs === undefined) return undefined;
  try {
    await runCommand(emacs, ["--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]);
    return { neovim, emacs };
  } catch {
    return undefined;
  }
}

function nextStep(apt: string | undefined): string {
  const install =
    apt === undefined
      ? "Install Neovim, and Emacs 29 or later"
      : `Run "sudo apt-get install ${PACKAGES.join(" ")}" (without elpa-eglot where Emacs is 29 or later)`;
  return `These tests need Neovim, and Emacs with Eglot, and did not find both. ${install}.`;
}
