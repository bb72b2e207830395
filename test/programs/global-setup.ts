import { findApt, installDebianPackages, mayInstall, findProgram, runCommand } from "../vscode/provision/programs.js";

/** What the tests run. */
const COMMANDS = "nvim emacs pass gpg secret-tool gnome-keyring-daemon dbus-run-session zsh".split(" ");

/** Debian's packages. Eglot is its own as long as Emacs is older than 29. */
const PACKAGES = "neovim emacs-nox elpa-eglot pass gnupg libsecret-tools gnome-keyring dbus zsh".split(" ");

/**
 * Looks for Neovim, Emacs with Eglot, pass with GnuPG, secret-tool with a keyring, and zsh. Where one is missing, Debian's packages are installed if this process may do so.
 *
 * @throws {Error} with the next step for the user where they aren't to be had
 */
export async function provisionPrograms(log: (line: string) => void): Promise<void> {
  if (await areThere()) return;
  const apt = await findApt();
  const nextStep = `These tests need Neovim, Emacs with Eglot (part of Emacs 29), pass, GnuPG, secret-tool with a keyring, and zsh, and didn't find all of them. ${apt === undefined ? "Install them" : `Run "sudo apt-get install ${PACKAGES.join(" ")}" (without elpa-eglot where Emacs is 29 or later)`}.`;
  if (!mayInstall(apt)) throw new Error(nextStep);
  log("Installing Neovim, Emacs, pass, secret-tool and zsh with apt-get (once)");
  const cause: unknown = await installDebianPackages(apt, PACKAGES).catch((error: unknown) => error);
  if (!(await areThere())) throw new Error(nextStep, { cause });
}

async function areThere(): Promise<boolean> {
  const found = await Promise.all(COMMANDS.map((name) => findProgram([name])));
  if (found.includes(undefined)) return false;
  return runCommand("emacs", ["--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]).then(
    () => true,
    () => false,
  );
}

/** Brings the programs before the first test. */
export const setup = () => provisionPrograms(console.log);
