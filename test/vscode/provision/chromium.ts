import { join } from "node:path";

import { CACHE, ROOT } from "../../../scripts/folders.js";
import { runCommand, findApt, installDebianPackages, mayInstall, findProgram } from "./programs.js";

/** Chromium without a window, which needs a tenth less of the processor. */
const SHELL = "chromium-headless-shell";
const CANDIDATES = [SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * Finds a Chromium to drive. Debian's headless shell is installed if this process may do so; otherwise, where there is
 * none, one for testing is fetched into the project's cache.
 *
 * @returns the absolute path of the browser
 * @throws {Error} with the next step for the user when there is none
 */
export async function provisionChromium(log: (line: string) => void): Promise<string> {
  const chosen = process.env["CHROME_PATH"];
  const apt = await findApt();
  const wanted = chosen ? [chosen] : mayInstall(apt) ? [SHELL] : [...CANDIDATES, await playwright("path")];
  const found = await findProgram(wanted);
  if (found !== undefined) return found;
  if (chosen) throw new Error(`CHROME_PATH names "${chosen}", which cannot be run. Correct it or unset it.`);
  log("Bringing a Chromium for testing (once)");
  const bringing = mayInstall(apt) ? installDebianPackages(apt, [SHELL, "fonts-liberation"]) : playwright("install");
  const cause: unknown = await bringing.catch((error: unknown) => error);
  const brought = await findProgram([...CANDIDATES, await playwright("path")]);
  if (brought !== undefined) return brought;
  const install = apt === undefined ? "Install Chromium or Google Chrome" : 'Run "sudo apt-get install chromium"';
  const next = `The tests need Chromium or Google Chrome, and none was found. ${install}, or set CHROME_PATH to one.`;
  throw new Error(next, { cause });
}

/** Has playwright install its Chromium for testing, of which no system has to know, or say where it is or would be. */
function playwright(what: "install" | "path"): Promise<string> {
  const args = {
    install: [join(ROOT, "node_modules", "playwright-core", "cli.js"), "install", "--no-shell", "chromium"],
    path: ["--eval", 'console.log(require("playwright-core").chromium.executablePath())'],
  };
  // It reads the folder from the environment when it is loaded.
  const env = { PLAYWRIGHT_BROWSERS_PATH: join(CACHE, "browsers") };
  return runCommand(process.execPath, args[what], { cwd: ROOT, env });
}
