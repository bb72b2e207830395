import { findProgram } from "./find-program.mjs";
import { runCommand } from "../../../scripts/prepare/run-command.mjs";

const CANDIDATES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Finds a Chromium to drive, or installs Debian's when this process may do so.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string>} the absolute path of the browser
 * @throws {Error} with the next step for the user when there is none
 */
export async function provisionChromium(log) {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    const found = await findProgram([chosen]);
    if (!found) throw new Error(`CHROME_PATH names "${chosen}", which cannot be run. Correct it or unset it.`);
    return found;
  }
  return (await findProgram(CANDIDATES)) ?? (await installOnDebian(log));
}

async function installOnDebian(/** @type {(line: string) => void} */ log) {
  const apt = process.platform === "linux" ? await findProgram(["apt-get"]) : undefined;
  if (!apt || process.getuid?.() !== 0) throw new Error(nextStep(apt !== undefined));
  log("Installing Chromium with apt-get (once)");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const patience = ["-o", "DPkg::Lock::Timeout=300"];
  try {
    await runCommand(apt, ["update", "-q", ...patience], { env });
    await runCommand(
      apt,
      ["install", "-y", "-q", "--no-install-recommends", ...patience, "chromium", "fonts-liberation"],
      { env },
    );
  } catch (cause) {
    throw new Error(nextStep(true), { cause });
  }
  const found = await findProgram(CANDIDATES);
  if (!found) throw new Error(nextStep(true));
  return found;
}

function nextStep(/** @type {boolean} */ hasApt) {
  const install = hasApt ? 'Run "sudo apt-get install chromium"' : "Install Chromium or Google Chrome";
  return `The tests need Chromium or Google Chrome, and none was found. ${install}, or set CHROME_PATH to one.`;
}
