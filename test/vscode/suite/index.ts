import Mocha from "mocha";
import { testFiles } from "test-files";

/** A test waits for several things, each for up to 100 seconds. */
const TEST_TIMEOUT_MS = 600_000;

/**
 * Runs all test files. VS Code calls this inside the extension host, on the desktop and in the browser alike.
 *
 * @throws {Error} when a test failed or there was none
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const reporterOptions = { output: process.env["VAULTCONN_TEST_REPORT"] };
  const mocha = new Mocha({ ui: "bdd", timeout: TEST_TIMEOUT_MS, reporter: "json", reporterOptions });
  mocha.suite.emit("pre-require", globalThis, null, mocha);
  for (const load of testFiles) await load();
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
