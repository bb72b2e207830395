import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";

import { startBrowser } from "../../test/vscode/host/browser.js";
import { provisionChromium } from "../../test/vscode/provision/chromium.js";
import { provisionServer } from "../../test/vscode/provision/vscode-server.js";
import { ensureBuilt, installFolder } from "../build/ensure.js";
import { runProgram } from "../program.js";
import { PUSH_SCENES } from "./pushScenes.js";
import { SCENES } from "./scenes.js";
import { takePicture } from "./take.js";

/** The part of sharp that's used. It isn't installed where types are checked. */
type Sharp = (png: Buffer) => { png(options: object): { toBuffer(): Promise<Buffer> } };

/** How sharp makes a picture smaller that looks the same: with a palette of colors. */
const SMALL = { palette: true, quality: 90, effort: 10, compressionLevel: 9 };

/** Larger pictures make the package, and the page in the Marketplace, slow. */
const MOST_BYTES = 150_000;

/**
 * Makes the pictures of the documentation in a real VS Code: npm run pictures [-- NAME...]
 *
 * A NAME is a part of a picture's path, such as "review"; without one, all are made. Each scene opens a VS Code of its
 * own. The pictures of the walkthrough are drawings: change those in client/media/walkthrough/.
 */
async function main(names: readonly string[]): Promise<void> {
  const scenes = [...SCENES, ...PUSH_SCENES];
  const chosen = scenes.filter(({ picture }) => names.length === 0 || names.some((name) => picture.includes(name)));
  if (chosen.length === 0)
    throw new Error(`No picture has such a name. There are: ${scenes.map(({ picture }) => picture).join(", ")}.`);
  await ensureBuilt();
  await installFolder("scripts/pictures");
  const sharp = createRequire(import.meta.url)("sharp") as Sharp;
  const [chromium, build] = await Promise.all([
    provisionChromium(console.log),
    provisionServer("current", console.log),
  ]);
  const browser = await startBrowser(chromium);
  try {
    for (const scene of chosen) {
      const file = `${scene.picture}.png`;
      const picture = await sharp(await takePicture(scene, { browser, build }))
        .png(SMALL)
        .toBuffer();
      if (picture.length > MOST_BYTES)
        throw new Error(
          `${file} would have ${picture.length} bytes, more than ${MOST_BYTES}. Make its window smaller.`,
        );
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, picture);
      console.log(`${file}  ${(picture.length / 1000).toFixed(0)} kB`);
    }
  } finally {
    await browser.close();
  }
}

await runProgram(main);
