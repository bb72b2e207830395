import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { applied, canary, openService } from "../client/support.js";
import { bundled } from "./process.js";
import { BEARER, hostOf, Repository } from "./support.js";

const SERVER = resolve("dist/server.js");

const bundle = bundled();

/** What is meant to be run, page by page. The workflow that pushes has a test of its own. */
const BLOCKS = ["docs", "docs/workflows"].flatMap((folder) =>
  readdirSync(folder)
    .filter((page) => /\.(?:md|yml)$/.test(page))
    .flatMap((page) => {
      const text = readFileSync(join(folder, page), "utf8");
      const found = text.matchAll(/^ *```sh\n(.*?)^ *```$|^ +(?:- )?(?:run: |entry: )?(vaultconn check [^\n]*)$/gms);
      return Array.from(found, ([, block, step = ""]) => ({ page, block: block ?? step }));
    }),
);

/** A repository with the programs of others beside ours, which only show that they were started. */
async function prepared() {
  const service = await openService();
  const repository = new Repository(service);
  const id = service.connections.idAt(0);
  const setup = { id, tenant: hostOf(service), setup: BEARER };
  const file = repository.write(`connections/billing/${id}.vaultconn.json`, setup);
  const bin = join(repository.outside, "bin");
  mkdirSync(bin);
  const program = (name: string, run: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${run}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program("vaultconn", `exec "${process.execPath}" "${bundle()}" "$@"`);
  program("vaultconn-language-server", `exec "${process.execPath}" "${SERVER}" "$@"`);
  for (const other of ["claude", "npm"]) program(other, `echo "${other} $*"`);
  const env: NodeJS.ProcessEnv = { ...repository.environment(), PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  return { service, repository, file, env };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Runs a script with bash -e, without input. @returns its exit code */
async function shell(script: string, { repository, env }: Prepared) {
  const running = spawn("bash", ["-e", "-c", script], { cwd: repository.root, env, stdio: ["ignore", "pipe", "pipe"] });
  const [closed, ...printed] = await Promise.all([
    once(running, "close") as Promise<[number]>,
    ...[running.stdout, running.stderr].map((stream) => text(stream)),
  ]);
  canary.saw(...printed);
  return closed[0];
}

it.each(BLOCKS)("runs twice with bash -e what $page says: $block", async ({ block }) => {
  const place = await prepared();
  const script = block.replaceAll(/(?<=--tenant )[\w.]+/g, place.service.baseUrl);
  for (let run = 0; run < 2; run++) expect(await shell(script, place)).toBe(0);
  expect(applied(place.service)).toBe(block.includes("apply") ? (block.includes("--all") ? 2 : 1) : 0);
});

const HOOKS = readFileSync("docs/hooks-and-checks.md", "utf8");
const CHECKS = BLOCKS.flatMap(({ block }) => (block.startsWith("vaultconn check --") ? [block] : []));

it.each([...new Set([...CHECKS, ...(HOOKS.match(/vaultconn check --max-warnings [^\n`]+/g) ?? [])])])(
  "finds a duplicate of a file that isn't committed now: %s",
  async (hook) => {
    const place = await prepared();
    copyFileSync(place.file, `${place.file}-2.vaultconn.json`);
    expect(await shell(hook, place)).toBe(4);
    // By default, pre-commit appends the files of the commit.
    expect(HOOKS).toContain("pass_filenames: false\n");
  },
);

it("waits for secrets from a program that starts slowly", async () => {
  const place = await prepared();
  const slow = "for run in 1 2 3; do vaultconn check >&2; done; echo OTHER=x";
  expect(await shell(`{ ${slow}; } | vaultconn plan --secrets-fd 0`, place)).toBe(2);
});
