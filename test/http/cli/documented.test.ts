import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
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
  repository.write(`connections/billing/${id}.vaultconn.json`, { id, tenant: hostOf(service), setup: BEARER });
  const bin = join(repository.outside, "bin");
  mkdirSync(bin);
  const program = (name: string, run: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${run}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  program("vaultconn", `exec "${process.execPath}" "${bundle()}" "$@"`);
  program("vaultconn-language-server", `exec "${process.execPath}" "${SERVER}" "$@"`);
  for (const other of ["claude", "npm"]) program(other, `echo "${other} $*"`);
  return { service, repository, env: { ...repository.environment(), PATH: `${bin}:${process.env["PATH"] ?? ""}` } };
}

it.each(BLOCKS)("runs twice with bash -e what $page says: $block", async ({ block }) => {
  const { service, repository, env } = await prepared();
  const script = block.replaceAll(/(?<=--tenant )[\w.]+/g, service.baseUrl);
  for (let run = 0; run < 2; run++) {
    const running = promisify(execFile)("bash", ["-e", "-c", script], { cwd: repository.root, env });
    running.child.stdin?.end();
    const { stdout, stderr } = await running;
    canary.saw(stdout, stderr);
  }
  expect(applied(service)).toBe(block.includes("apply") ? (block.includes("--all") ? 2 : 1) : 0);
});
