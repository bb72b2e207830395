import { type Browser, chromium } from "playwright-core";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Starts a headless Chromium.
 *
 * @param executable the absolute path of Chromium or Chrome
 */
export function startBrowser(executable: string): Promise<Browser> {
  return chromium.launch({ executablePath: executable, args: ARGUMENTS });
}
