import { readFile } from "node:fs/promises";

import manifest from "../../package.json" with { type: "json" };
import { runProgram } from "../program.js";
import { releaseNotes } from "./notes.js";

/** Prints what is new in a version, for its release: npm run release:notes -- v1.2.3 */
async function main([tag]: readonly string[]): Promise<void> {
  if (tag === undefined) throw new Error("Say which tag is meant: npm run release:notes -- v1.2.3");
  const changelog = await readFile("CHANGELOG.md", "utf8");
  console.log(releaseNotes(tag, { manifest, changelog, repository: process.env["GITHUB_REPOSITORY"] }));
}

await runProgram(main);
