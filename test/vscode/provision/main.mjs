// Brings everything the tests in a real VS Code need: node test/vscode/provision/main.mjs [current] [oldest]

import { EDITIONS } from "./pins.mjs";
import { provisionBrowser, provisionServer } from "./provision.mjs";

const asked = process.argv.slice(2);
const editions = /** @type {import('./pins.mjs').Edition[]} */ (asked.length > 0 ? asked : Object.keys(EDITIONS));
const log = (/** @type {string} */ line) => console.log(line);

try {
  const unknown = editions.find((edition) => !(edition in EDITIONS));
  if (unknown) throw new Error(`There is no edition "${unknown}". Known: ${Object.keys(EDITIONS).join(", ")}.`);
  log(`Chromium: ${await provisionBrowser(log)}`);
  for (const edition of editions) {
    const server = await provisionServer(edition, log);
    log(`VS Code ${server.version} (${edition}): ${server.main}`);
  }
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  console.error(cause instanceof Error ? `${message}\n${cause.message}` : message);
  process.exitCode = 1;
}
