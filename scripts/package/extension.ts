import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import picomatch from "picomatch";

import { ROOT } from "../folders.js";
import { installFolder } from "../installFolder.js";
import { type Bundles, bundledPackages, noticesOf } from "./bundled.js";
import { address, type Manifest, written } from "./manifest.js";
import { archive, readAll } from "./stage.js";

const VSCE = join(ROOT, "scripts", "package", "node_modules", "@vscode", "vsce", "vsce");

/** What serves development alone says nothing to anyone who installs the package. */
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
  await installFolder("scripts/package");
  const contents = await readAll(await filesOfExtension());
  const lost = [
    ...picturesIn(contents.get("README.md")?.toString() ?? "").filter((path) => !existsSync(join(ROOT, path))),
    ...mediaIn(manifest).filter((path) => !contents.has(path)),
  ];
  if (lost.length > 0) throw new Error(`${lost.join(", ")} is shown, but isn't there.`);
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
      ...[process.execPath, VSCE, "package"],
      ...["--no-dependencies", "--no-gitHubIssueLinking", "--out", file],
      ...["--baseContentUrl", `${address(manifest)}/blob/${ref}`, "--baseImagesUrl", `${address(manifest)}/raw/${ref}`],
    ],
  );
  return own;
}

/** The project's own pictures in a text, which it's made without a warning if they're missing. */
export function picturesIn(markdown: string): readonly string[] {
  const found = [...markdown.matchAll(/!\[[^\]]*\]\(([^)\s]+)/g), ...markdown.matchAll(/<img[^>]*\ssrc="([^"]+)"/g)];
  return found.map(([, path = ""]) => path).filter((path) => !path.includes(":"));
}

/** The pictures and texts that a manifest names. */
export function mediaIn(manifest: object): readonly string[] {
  const found = JSON.stringify(manifest).matchAll(/"(?:\.\/)?([\w./-]+\.(?:svg|png|md))"/g);
  return [...new Set([...found].map(([, path = ""]) => path))];
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

/** A translation of the manifest without the English texts, which stand beside each of its own for translators. */
function withoutComments([path, content]: readonly [path: string, content: Buffer]): readonly [string, string] {
  const texts = JSON.parse(content.toString("utf8")) as Readonly<Record<string, { readonly message: string }>>;
  return [path, written(Object.fromEntries(Object.entries(texts).map(([key, { message }]) => [key, message])))];
}
