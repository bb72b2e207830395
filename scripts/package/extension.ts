import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import picomatch from "picomatch";

import manifest from "../../package.json" with { type: "json" };
import titles from "../../package.nls.json" with { type: "json" };
import { installFolder } from "../build/ensure.js";
import { PACKAGES, ROOT } from "../folders.js";
import { type ManifestText } from "../l10n/bundles.js";
import { type Bundles, bundledPackages, noticesOf } from "./bundled.js";
import { type Packed } from "./sbom.js";
import { archive, readAll, written } from "./stage.js";

const VSCE = join(ROOT, "scripts", "package", "node_modules", "@vscode", "vsce", "vsce");

/** Properties that matter only for development. */
const FOR_DEVELOPMENT = new Set([
  "scripts",
  "devDependencies",
  "optionalDependencies",
  "overrides",
  "allowScripts",
  "private",
  "bin",
]);

/**
 * Makes the .vsix of what was built. What goes in is listed in .vscodeignore.
 *
 * @param ref the tag, branch or commit that the README's pictures and links lead to
 */
export async function packageExtension(bundles: Bundles, ref: string): Promise<Packed> {
  await installFolder("scripts/package");
  const { name, version, publisher, repository } = manifest;
  const file = join(PACKAGES, `${name}-${version}.vsix`);
  const address = repository.url.replace(/\.git$/, "");
  const contents = await readAll(await filesOfExtension());
  const packages = await bundledPackages(bundles, [...contents.keys()]);
  const shipped = Object.fromEntries(Object.entries(manifest).filter(([key]) => !FOR_DEVELOPMENT.has(key)));
  await archive(
    new Map<string, string | Buffer>([
      ...contents,
      ...[...contents].filter(([path]) => /^package\.nls\..+\.json$/.test(path)).map(asShipped),
      ["package.json", written(shipped)],
      ["dist/ThirdPartyNotices.txt", await noticesOf(packages)],
      // Everything in the folder is packaged.
      [".vscodeignore", ""],
    ]),
    ["dist/server.js"],
    [
      ...[process.execPath, VSCE, "package"],
      ...["--no-dependencies", "--no-gitHubIssueLinking", "--out", file],
      ...["--baseContentUrl", `${address}/blob/${ref}`, "--baseImagesUrl", `${address}/raw/${ref}`],
    ],
  );
  return { name, purl: `pkg:vscode-extension/${publisher}/${name}@${version}`, file, packages };
}

/**
 * The pictures that a Markdown text shows from its own repository, and that aren't there. The galleries show an empty
 * frame for each of them, and nothing can be changed in a version once it's published.
 *
 * @param root the folder that the text's paths start from
 * @returns their paths as the text has them
 */
export function missingPictures(markdown: string, root: string): string[] {
  const shown = [...markdown.matchAll(/(?:!\[[^\]]*\]\(\s*<?|<img\b[^>]*?\ssrc=["'])([^\s"'<>)#?]+)/g)];
  const paths = shown.map(([, path = ""]) => path).filter((path) => !/^[a-z]+:/i.test(path));
  return paths.filter((path) => !existsSync(join(root, decodeURI(path))));
}

/**
 * The files that go into the extension: what .vscodeignore lets through. vsce would list the same, and first look at every
 * file of the project, the VS Codes in .vscode-test included.
 *
 * @returns their paths in the project, with `/`
 */
export async function filesOfExtension(): Promise<string[]> {
  const lines = (await readFile(join(ROOT, ".vscodeignore"), "utf8")).split("\n");
  const isAllowed = picomatch(lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1)));
  const entries = await Promise.all(
    ["", "client", "dist"].map((folder) =>
      readdir(join(ROOT, folder), { recursive: folder !== "", withFileTypes: true }),
    ),
  );
  const files = entries.flat().filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).replaceAll("\\", "/"));
  return paths.filter((path) => isAllowed(path));
}

/** A translation of the manifest as VS Code needs it: only texts, and only those whose English text hasn't changed since. */
function asShipped([path, content]: readonly [path: string, content: Buffer]): readonly [string, string] {
  const texts = Object.entries(JSON.parse(content.toString("utf8")) as Readonly<Record<string, ManifestText>>);
  const current = texts.filter(
    ([key, { comment }]) => comment[0] === (titles as Readonly<Record<string, string>>)[key],
  );
  return [path, written(Object.fromEntries(current.map(([key, { message }]) => [key, message])))];
}
