import { join } from "node:path";

import { listFiles, PackageManager } from "@vscode/vsce";

import { ROOT } from "../folders.js";
import { type Bundles, bundledPackages, noticesOf } from "./bundled.js";
import { address, type Manifest, written } from "./manifest.js";
import { archive, readAll } from "./stage.js";

/** What serves development alone says nothing to whoever installs the package. */
const FOR_DEVELOPMENT = new Set(["scripts", "devDependencies", "overrides", "private", "bin"]);

/**
 * Makes the .vsix of what was built. What goes in is listed in .vscodeignore.
 *
 * @param file where it goes
 * @param ref the tag, branch or commit that the README's pictures and links are addressed at
 * @returns the bundles that went in
 */
export async function packageExtension(
  manifest: Manifest,
  bundles: Bundles,
  file: string,
  ref: string,
): Promise<Bundles> {
  const contents = await readAll(await listFiles({ cwd: ROOT, packageManager: PackageManager.None }));
  const own = Object.fromEntries(Object.entries(bundles).filter(([bundle]) => contents.has(bundle)));
  const shipped = Object.fromEntries(Object.entries(manifest).filter(([key]) => !FOR_DEVELOPMENT.has(key)));
  await archive(
    new Map<string, string | Buffer>([
      ...contents,
      ...[...contents].filter(([path]) => /^package\.nls\..+\.json$/.test(path)).map(withoutComments),
      ["package.json", written(shipped)],
      ["dist/ThirdPartyNotices.txt", await noticesOf(await bundledPackages(own))],
      // What is here goes in.
      [".vscodeignore", ""],
    ]),
    ["dist/server.js"],
    [
      ...[process.execPath, join(ROOT, "node_modules", "@vscode", "vsce", "vsce"), "package"],
      ...["--no-dependencies", "--no-gitHubIssueLinking", "--out", file],
      ...["--baseContentUrl", `${address(manifest)}/blob/${ref}`, "--baseImagesUrl", `${address(manifest)}/raw/${ref}`],
    ],
  );
  return own;
}

/** A translation of the manifest without the English texts, which stand beside each of its own for translators. */
function withoutComments([path, content]: readonly [path: string, content: Buffer]): readonly [string, string] {
  const texts = JSON.parse(content.toString("utf8")) as Readonly<Record<string, { readonly message: string }>>;
  return [path, written(Object.fromEntries(Object.entries(texts).map(([key, { message }]) => [key, message])))];
}
