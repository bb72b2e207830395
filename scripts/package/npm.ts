import { readFile } from "node:fs/promises";
import { normalize } from "node:path/posix";

import { bundles as translations, type Part } from "../l10n/bundles.js";
import { type Bundles, bundledPackages, noticesOf } from "./bundled.js";
import { type Manifest, written } from "./manifest.js";
import { archive, readAll } from "./stage.js";

/** A package on npm, which is named after the command it brings. It needs no other package. */
export interface NpmPackage {
  readonly name: string;
  readonly description: string;
  /** Its folder in the project, which has its README. */
  readonly directory: string;
  /** What else of `dist/` the command needs, or people do. */
  readonly files: readonly string[];
  /** The parts of the project whose translated texts it shows. */
  readonly speaks: readonly Part[];
}

export const NPM_PACKAGES: readonly NpmPackage[] = [
  {
    name: "vaultconn-language-server",
    description: "Language server for setup files of vault connections (*.vaultconn.json)",
    directory: "server",
    files: ["vaultconn.schema.json"],
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

/** The command of a package, as a path from the project root and from that of the package. */
const programOf = ({ name }: NpmPackage, { bin }: Manifest): string => normalize(bin[name] ?? "");

/** The bundles of a package among all that were built. */
export function bundlesOf(made: NpmPackage, manifest: Manifest, bundles: Bundles): Bundles {
  const own = [programOf(made, manifest), ...made.files.map((file) => `dist/${file}`)];
  return Object.fromEntries(Object.entries(bundles).filter(([file]) => own.includes(file)));
}

/**
 * Makes a package for npm of what was built.
 *
 * @param folder where it goes, under the name that npm gives it
 */
export async function packageForNpm(
  made: NpmPackage,
  manifest: Manifest,
  bundles: Bundles,
  folder: string,
): Promise<void> {
  const { name, description, directory, files, speaks } = made;
  const program = programOf(made, manifest);
  const { version, license, repository, homepage, bugs, engines, keywords } = manifest;
  const shipped = {
    ...{ name, version, description, license, keywords },
    repository: { ...repository, url: `git+${repository.url}`, directory },
    ...{ homepage, bugs },
    engines: { node: engines.node },
    bin: { [name]: program },
    files: ["dist"],
  };
  const texts = speaks.length === 0 ? [] : await translations(speaks);
  await archive(
    new Map<string, string | Buffer>([
      ...(await readAll(["LICENSE", program, ...files.map((file) => `dist/${file}`)])),
      ...texts.map(([file, text]) => [`dist/l10n/${file}`, text] as const),
      ["README.md", await readFile(`${directory}/README.md`)],
      ["package.json", written(shipped)],
      ["dist/ThirdPartyNotices.txt", await noticesOf(await bundledPackages(bundlesOf(made, manifest, bundles)))],
    ]),
    [program],
    ["npm", "pack", "--ignore-scripts", "--pack-destination", folder],
  );
}
