import manifest from "../../package.json" with { type: "json" };

/** package.json, with the commands and the files in `dist/` that they are. */
export type Manifest = typeof manifest & { readonly bin: Readonly<Record<string, string>> };

/** The repository's address, without a slash at its end. */
export function address({ repository }: Manifest): string {
  return repository.url.replace(/\.git$/, "");
}

/** A manifest as npm would write it. */
export function written(manifest: object): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
