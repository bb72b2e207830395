import { join } from "node:path";

import { CACHE, ROOT } from "../../../scripts/folders.js";
import { runCommand, findApt, installDebianPackages, mayInstall, findProgram } from "./programs.js";

/** Chromium without a window, which needs a tenth less of the processor. */
const SHELL = "chromium-headless-shell";
const CANDIDATES = [
  SHELL,
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Where the Chromium for testing goes that no system has to know of. */
const INTO_CACHE = { PLAYWRIGHT_BROWSERS_PATH: join(CACHE, "browsers") };
const PLAYWRIGHT = join(ROOT, "node_modules", "playwright-core", "cli.js");

/**
 * Finds a Chromium to drive. Debian's headless shell is installed if this process may do so; otherwise, where there is
 * none, one for testing is fetched into the project's cache.
 *
 * @returns the absolute path of the browser
 * @throws {Error} with the next step for the user when there is none
 */
export async function provisionChromium(log: (line: string) => void): Promise<string> {
  const chosen = process.env["CHROME_PATH"];
  if (chosen !== undefined && chosen !== "") {
    const found = await findProgram([chosen]);
    if (found === undefined)
      throw new Error(`CHROME_PATH names "${chosen}", which cannot be run. Correct it or unset it.`);
    return found;
  }
  const installed = async (): Promise<string | undefined> =>
    (await findProgram(CANDIDATES)) ?? findProgram([await pathForTesting()]);
  const apt = await findApt();
  const found = await (mayInstall(apt) ? findProgram([SHELL]) : installed());
  if (found !== undefined) return found;
  let cause: unknown;
  try {
    await (mayInstall(apt) ? installOnDebian(apt, log) : fetchForTesting(log));
  } catch (error) {
    cause = error;
  }
  const brought = await installed();
  if (brought === undefined) throw new Error(nextStep(apt !== undefined), { cause });
  return brought;
}

async function installOnDebian(apt: string, log: (line: string) => void): Promise<void> {
  log("Installing Chromium's headless shell with apt-get (once)");
  await installDebianPackages(apt, [SHELL, "fonts-liberation"]);
}

async function fetchForTesting(log: (line: string) => void): Promise<void> {
  log("Fetching a Chromium for testing (once)");
  await runCommand(process.execPath, [PLAYWRIGHT, "install", "--no-shell", "chromium"], { env: INTO_CACHE });
}

/** Where playwright puts its Chromium, or has put it. It reads the folder from the environment when it is loaded. */
function pathForTesting(): Promise<string> {
  const print = 'console.log(require("playwright-core").chromium.executablePath())';
  return runCommand(process.execPath, ["--eval", print], { cwd: ROOT, env: INTO_CACHE });
}

function nextStep(hasApt: boolean): string {
  const install = hasApt ? 'Run "sudo apt-get install chromium"' : "Install Chromium or Google Chrome";
  return `The tests need Chromium or Google Chrome, and none was found. ${install}, or set CHROME_PATH to one.`;
}
