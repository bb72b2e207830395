import { cp, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

import { execa } from "execa";

import manifest from "../../../package.json" with { type: "json" };
import { cleanEnvironment, makeTemporaryFolder, removeTemporaryFolder } from "../host/processes.js";
import { alone } from "../provision/vscode-server.js";

/** Where releases are kept for all clones of a user. The same commit gives the same bytes. */
const RELEASES = join(homedir(), ".cache", "vault-connections", "releases");

/** What the packages are called that are made of a commit with this version, before there's a release before it. */
const LOWER_VERSION = "0.0.1";

/** A release, as anyone can make it from its commit. */
export interface Release {
  readonly version: string;
  /** The folder with its packages. */
  readonly packages: string;
}

/**
 * Makes the packages of the release before this one, once for each commit. That's the second version in CHANGELOG.md, from
 * its tag. As long as there's no second one, nobody has a version to keep working with: the commit that last changed
 * CHANGELOG.md stands for it, under a lower version.
 *
 * @param log receives which commit it is
 * @throws {Error} if the clone doesn't have the tag, and can't get it
 */
export async function makeReleaseBefore(log: (line: string) => void): Promise<Release> {
  const [, before] = (await readFile("CHANGELOG.md", "utf8")).matchAll(/^## (\d+\.\d+\.\d+)/gm);
  const tag = before && `v${before[1] ?? ""}`;
  const commit = tag === undefined ? await git("log", "-1", "--format=%H", "--", "CHANGELOG.md") : await commitOf(tag);
  const { version: named } = JSON.parse(await git("show", `${commit}:package.json`)) as { version: string };
  const version = named === manifest.version ? LOWER_VERSION : named;
  log(`The release before is ${tag ?? "the commit of CHANGELOG.md"} (${commit.slice(0, 8)}), packaged as ${version}.`);
  const packages = join(RELEASES, `${commit}-${version}`);
  await mkdir(RELEASES, { recursive: true });
  await alone(`release-${commit}`, async () => {
    if (existsSync(packages)) return;
    log("Making its packages (once)");
    const folder = await makeTemporaryFolder("release");
    await execa("git", ["archive", commit]).pipe("tar", ["-x", "-C", folder]);
    await setVersion(folder, version);
    await installDependencies(folder, commit);
    const command = ["run", "package", "--", "--ref", tag ?? commit];
    await execa("npm", command, { cwd: folder, env: cleanEnvironment({}), extendEnv: false });
    await cp(join(folder, "dist", "packages"), `${packages}.new`, { recursive: true });
    await rename(`${packages}.new`, packages);
    await removeTemporaryFolder(folder);
  });
  return { version, packages };
}

/** A clone often has no tags, and in CI often no history. */
async function commitOf(tag: string): Promise<string> {
  const find = (): Promise<string> => git("rev-parse", "--verify", "--quiet", `refs/tags/${tag}^{commit}`);
  return find().catch(async () => {
    try {
      await git("fetch", "--quiet", "origin", `refs/tags/${tag}:refs/tags/${tag}`);
      return await find();
    } catch (cause) {
      const next = `Run "git fetch origin tag ${tag}", and run the tests again.`;
      throw new Error(`This clone doesn't have ${tag}, the release before, and can't get it. ${next}`, { cause });
    }
  });
}

async function setVersion(folder: string, version: string): Promise<void> {
  const file = join(folder, "package.json");
  await writeFile(file, (await readFile(file, "utf8")).replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`));
}

/** Takes what's installed here, if the commit asks for the same. */
async function installDependencies(folder: string, commit: string): Promise<void> {
  const [here, there] = [
    await git("hash-object", "package-lock.json"),
    await git("rev-parse", `${commit}:package-lock.json`),
  ];
  if (here === there) return symlink(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const options = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await execa("npm", ["ci", ...options], { cwd: folder, env: cleanEnvironment({}), extendEnv: false });
}

async function git(...args: readonly string[]): Promise<string> {
  return (await execa("git", args)).stdout;
}
