import { provisionChromium } from "../../test/vscode/provision/chromium.js";
import { provisionServer } from "../../test/vscode/provision/vscode-server.js";
import { ensureBuilt } from "../build/ensure.js";
import { runProgram } from "../program.js";
import { provisionShrinking } from "./shrink.js";
import { takePictures } from "./take.js";

/**
 * Makes the pictures of the documentation from the real thing: npm run pictures [-- NAME...]
 *
 * A NAME is a part of a picture's path, such as "review"; without one, all are made. Each scene opens a VS Code of its
 * own. The pictures of the walkthrough are drawings: change those in client/media/walkthrough/.
 */
async function main(names: readonly string[]): Promise<void> {
  await ensureBuilt();
  const [chromium, build, shrink] = await Promise.all([
    provisionChromium(console.log),
    provisionServer("current", console.log),
    provisionShrinking(console.log),
  ]);
  await takePictures({ names, chromium, build, shrink, log: console.log });
}

await runProgram(main);
