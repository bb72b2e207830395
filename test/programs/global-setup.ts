import type { TestProject } from "vitest/node";
import { findApt, installDebianPackages, mayInstall, findProgram, runCommand } from "../vscode/provision/programs.js";

/** Where programs of others are, as absolute paths. */
interface Programs {
  readonly neovim: string;
  /** An Emacs that has Eglot: as a package of its own, or from 29 on as part of it. */
  readonly emacs: string;
}

/** Debian's packages. Eglot is its own as long as Emacs is older than 29. */
const PACKAGES = [
  "neovim",
  "emacs-nox",
  "elpa-eglot",
  "pass",
  "gnupg",
  "libsecret-tools",
  "gnome-keyring",
  "dbus",
  "zsh",
];

/**
 * Finds Neovim, Emacs with Eglot, pass with GnuPG, secret-tool with a keyring, and zsh. Where one is missing, Debian's packages are installed if this process may do so.
 *
 * @throws {Error} with the next step for the user where they aren't to be had
 */
export async function provisionPrograms(log: (line: string) => void): Promise<Programs> {
  const found = await find();
  if (found !== undefined) return found;
  const apt = await findApt();
  const nextStep = `These tests need Neovim, Emacs with Eglot (part of Emacs 29), pass, GnuPG, secret-tool with a keyring, and zsh, and didn't find all of them. ${apt === undefined ? "Install them" : `Run "sudo apt-get install ${PACKAGES.join(" ")}" (without elpa-eglot where Emacs is 29 or later)`}.`;
  if (!mayInstall(apt)) throw new Error(nextStep);
  log("Installing Neovim, Emacs, pass, secret-tool and zsh with apt-get (once)");
  const cause: unknown = await installDebianPackages(apt, PACKAGES).catch((error: unknown) => error);
  const brought = await find();
  if (brought === undefined) throw new Error(nextStep, { cause });
  return brought;
}

async function find(): Promise<Programs | undefined> {
  const names = ["nvim", "emacs", "pass", "gpg", "secret-tool", "gnome-keyring-daemon", "dbus-run-session", "zsh"];
  const found = await Promise.all(names.map((name) => findProgram([name])));
  const [neovim, emacs] = found;
  if (neovim === undefined || emacs === undefined || found.includes(undefined)) return undefined;
  const hasEglot = runCommand(emacs, ["--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]);
  return hasEglot.then(
    () => ({ neovim, emacs }),
    () => undefined,
  );
}

declare module "vitest" {
  interface ProvidedContext {
    programs: Programs;
  }
}

/** Brings the programs before the first test, and tells the tests where they are. */
export async function setup(project: TestProject): Promise<void> {
  project.provide("programs", await provisionPrograms(console.log));
}
