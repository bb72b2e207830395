// Makes the pictures of the documentation from the real thing: npm run pictures [-- NAME...]
// A NAME is a part of a picture's path, such as "review"; without one, all are made. Each scene opens a VS Code of its own.
// The pictures of the walkthrough are drawn, not taken: node scripts/pictures/walkthrough.mjs

import { ensureBuilt } from "../prepare/build.mjs";
import { ensureInstalled } from "../prepare/install.mjs";
import { loadTypeScript } from "../load-typescript.mjs";
import { provisionBrowser, provisionServer } from "../../test/vscode/provision/provision.mjs";
import { provisionShrinking } from "./shrink.mjs";
import { drawWalkthrough } from "./walkthrough.mjs";

const log = (/** @type {string} */ line) => console.log(line);

try {
  await drawWalkthrough();
  await ensureInstalled(log);
  await ensureBuilt(log);
  const [chromium, build, shrink] = await Promise.all([
    provisionBrowser(log),
    provisionServer("current", log),
    provisionShrinking(log),
  ]);
  const { takePictures } = await loadTypeScript("scripts/pictures/take.ts");
  await takePictures({ names: process.argv.slice(2), chromium, build, shrink, log });
  process.exit();
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  console.error(cause instanceof Error ? `${message}\n${cause.message}` : message);
  process.exit(1);
}
