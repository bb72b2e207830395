import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { normalize } from "node:path/posix";

import manifest from "../../package.json" with { type: "json" };
import { PACKAGES } from "../folders.js";
import { bundles as translations, type Part } from "../l10n/bundles.js";
import { type Bundles, bundledPackages, noticesOf } from "./bundled.js";
import { type Packed } from "./sbom.js";
import { archive, readAll, written } from "./stage.js";

/** A package on npm, which is named after the command it brings. It needs no other package. */
interface NpmPackage {
  readonly name: keyof typeof manifest.bin;
  readonly description: string;
  /** Its folder in the project, which has its README. */
  readonly directory: string;
  /** Other files of `dist/` that the command or its users need. */
  readonly files: readonly string[];
  /** The parts of the project whose translated texts it shows. */
  readonly speaks: readonly Part[];
}

export const NPM_PACKAGES: readonly NpmPackage[] = [
  {
    name: "vaultconn-language-server",
    description: "Language server for setup files of vault connections (*.vaultconn.json)",
    directory: "server",
    files: ["languageServer.js", "vaultconn.schema.json"],
    speaks: ["schemas", "server"],
  },
  {
    name: "vaultconn",
    description: "Checks, plans, applies and compares the setup files of vault connections (*.vaultconn.json)",
    directory: "client/cli",
    files: ["vaultconn.js", "undici.js", "diagnostics.md", "vaultconn.schema.json", "vaultconn-plan.schema.json"],
    speaks: [],
  },
];

/** Makes a package for npm of what was built. */
export async function packageForNpm(made: NpmPackage, bundles: Bundles): Promise<Packed> {
  const { name, description, directory, files, speaks } = made;
  const { version, license, repository, homepage, bugs, engines, keywords, bin } = manifest;
  const program = normalize(bin[name]);
  const contents = await readAll(["LICENSE", program, ...files.map((file) => `dist/${file}`)]);
  const packages = await bundledPackages(bundles, [...contents.keys()]);
  const shipped = {
    ...{ name, version, description, license, keywords },
    repository: { ...repository, url: `git+${repository.url}`, directory },
    ...{ homepage, bugs },
    engines: { node: engines.node },
    bin: { [name]: program },
    files: ["dist"],
  };
  await archive(
    new Map<string, string | Buffer>([
      ...contents,
      ...(speaks.length === 0 ? [] : await translations(speaks)).map(
        ([file, text]) => [`dist/l10n/${file}`, text] as const,
      ),
      ["README.md", await readFile(`${directory}/README.md`)],
      ["package.json", written(shipped)],
      ["dist/ThirdPartyNotices.txt", await noticesOf(packages)],
    ]),
    [program],
    ["npm", "pack", "--ignore-scripts", "--pack-destination", PACKAGES],
  );
  return { name, purl: `pkg:npm/${name}@${version}`, file: join(PACKAGES, `${name}-${version}.tgz`), packages };
}
