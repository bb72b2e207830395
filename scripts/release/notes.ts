/** What a release is checked against. */
export interface Project {
  readonly manifest: { readonly version: string; readonly repository: { readonly url: string } };
  /** Markdown. */
  readonly changelog: string;
  /** Owner and name of where this runs, if that is on GitHub. */
  readonly repository: string | undefined;
}

/**
 * What is new in a version.
 *
 * @returns the changelog's section about it, without its heading
 * @throws {Error} when the tag isn't the manifest's version, the changelog says nothing about it, or, on GitHub, the
 *   repository isn't the one that the manifest names and that the README's pictures will be looked for in
 */
export function releaseNotes(tag: string, { manifest, changelog, repository }: Project): string {
  if (tag !== `v${manifest.version}`)
    throw new Error(`The tag is ${tag}, and the version in package.json is ${manifest.version}.`);
  const [, named] = /github\.com\/(.+?)(?:\.git)?$/.exec(manifest.repository.url) ?? [];
  if (repository !== undefined && repository !== named)
    throw new Error(`This is ${repository}, and package.json names the repository ${String(named)}.`);
  const section = changelog.split(/^## /m).find((text) => text.split("\n")[0]?.trim() === manifest.version);
  const notes = section?.slice(section.indexOf("\n")).trim() ?? "";
  if (notes === "") throw new Error(`CHANGELOG.md says nothing about ${manifest.version}.`);
  return notes;
}
