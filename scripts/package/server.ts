import { readFile } from "node:fs/promises";

import { bundles as translations } from "../l10n/bundles.js";
import { type Bundles, bundledPackages } from "./bundled.js";
import { type Manifest, written } from "./manifest.js";
import { noticesOf } from "./notices.js";
import { archive, readAll } from "./stage.js";

/** The npm package, which is named after the command it brings. */
export const SERVER_PACKAGE = "vaultconn-language-server";

/** Its bundles. They need no other package. */
const BUNDLES = ["dist/server.js", "dist/check.js"];

/** The bundles of the npm package among all that were built. */
export function serverBundles(bundles: Bundles): Bundles {
  return Object.fromEntries(Object.entries(bundles).filter(([file]) => BUNDLES.includes(file)));
}

/**
 * Makes the npm package of the language server of what was built: its bundles, the schema, and what they read.
 *
 * @param folder where it goes, under the name that npm gives it
 */
export async function packageServer(manifest: Manifest, bundles: Bundles, folder: string): Promise<void> {
  const texts = await translations(["schemas", "server"]);
  const { version, license, repository, engines, keywords } = manifest;
  const shipped = {
    name: SERVER_PACKAGE,
    version,
    description: "Language server and checker for setup files of vault connections (*.vaultconn.json)",
    license,
    repository: { ...repository, url: `git+${repository.url}`, directory: "server" },
    keywords,
    engines: { node: engines.node },
    bin: { [SERVER_PACKAGE]: "dist/server.js" },
    files: ["dist"],
  };
  await archive(
    new Map<string, string | Buffer>([
      ...(await readAll(["LICENSE", ...BUNDLES, "dist/diagnostics.md", "dist/vaultconn.schema.json"])),
      ...texts.map(([name, text]) => [`dist/l10n/${name}`, text] as const),
      ["README.md", await readFile("server/README.md")],
      ["package.json", written(shipped)],
      ["dist/ThirdPartyNotices.txt", await noticesOf(await bundledPackages(serverBundles(bundles)))],
    ]),
    ["dist/server.js"],
    ["npm", "pack", "--ignore-scripts", "--pack-destination", folder],
  );
}
