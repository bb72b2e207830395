/**
 * Prints what is new in a version, for its release: npm run release:notes -- v1.2.3
 *
 * Fails when the tag is not the manifest's version, the changelog says nothing about it, or, on GitHub, the repository
 * is not the one that the manifest names and that the README's pictures will be looked for in.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/**
 * @param {string} tag
 * @param {object} project
 * @param {{ version: string, repository: { url: string } }} project.manifest
 * @param {string} project.changelog Markdown
 * @param {string | undefined} project.repository owner and name of where this runs, if that is on GitHub
 * @returns {string} the changelog's section about the version, without its heading
 * @throws {Error} that says what does not agree
 */
export function releaseNotes(tag, { manifest, changelog, repository }) {
  if (tag !== `v${manifest.version}`)
    throw new Error(`The tag is ${tag}, and the version in package.json is ${manifest.version}.`);
  const [, named] = /github\.com\/(.+?)(?:\.git)?$/.exec(manifest.repository.url) ?? [];
  if (repository !== undefined && repository !== named)
    throw new Error(`This is ${repository}, and package.json names the repository ${named}.`);
  const section = changelog.split(/^## /m).find((text) => text.split("\n")[0]?.trim() === manifest.version);
  const notes = section?.slice(section.indexOf("\n")).trim() ?? "";
  if (notes === "") throw new Error(`CHANGELOG.md says nothing about ${manifest.version}.`);
  return notes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const manifest = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
    const changelog = await readFile(new URL("CHANGELOG.md", root), "utf8");
    const [, , tag] = process.argv;
    if (tag === undefined) throw new Error("Say which tag is meant: npm run release:notes -- v1.2.3");
    console.log(releaseNotes(tag, { manifest, changelog, repository: process.env.GITHUB_REPOSITORY }));
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}
