import { type Browser, chromium } from "playwright-core";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Its own threads, and the best of its code, cost a window that lives for a minute more than they save.
  "--js-flags=--single-threaded --no-opt",
];

/**
 * Starts a headless Chromium.
 *
 * @param executable the absolute path of Chromium or Chrome
 */
export function startBrowser(executable: string): Promise<Browser> {
  return chromium.launch({ executablePath: executable, args: ARGUMENTS });
}
