import { readFile } from "node:fs/promises";

/** As much of package.json as the packages are made of. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
  readonly license: string;
  readonly repository: { readonly type: string; readonly url: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  readonly engines: Readonly<Record<"node" | "vscode", string>>;
  readonly keywords: readonly string[];
  /** The commands, and the files in `dist/` that they are. */
  readonly bin: Readonly<Record<string, string>>;
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile("package.json", "utf8")) as Manifest;
}

/** The repository's address, without a slash at its end. */
export function address({ repository }: Manifest): string {
  return repository.url.replace(/\.git$/, "");
}

/** A manifest as npm would write it. */
export function written(manifest: object): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
