import { readdirSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";

/** A test waits for several things, each for up to 100 seconds. */
const TEST_TIMEOUT_MS = 600_000;

/**
 * Runs all test files beside this one. VS Code calls this inside the extension host, on the desktop and in the browser alike.
 *
 * @throws {Error} when a test failed or there was none
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const reporterOptions = { output: process.env["VAULTCONN_TEST_REPORT"] };
  const mocha = new Mocha({ ui: "bdd", timeout: TEST_TIMEOUT_MS, reporter: "json", reporterOptions });
  for (const name of readdirSync(__dirname).sort())
    if (name.endsWith(".test.cjs")) mocha.addFile(join(__dirname, name));
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
