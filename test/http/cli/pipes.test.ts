import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { PlanDocument } from "../../../client/cli/plan/document.js";
import { opened } from "./support.js";

const WAITING: readonly (readonly [string, (file: string) => readonly string[]])[] = [
  ["apply", (file) => ["apply", file]],
  ["--tenants", (file) => ["plan", "--tenants", file]],
  ["--ca", (file) => ["plan", "--ca", file]],
  ["check", (file) => ["check", file]],
  ["plan --out", (file) => ["plan", "--out", file]],
  ["plan --summary", (file) => ["plan", "--summary", file]],
];

it.each(WAITING)("can be interrupted while the other end of a pipe is missing: %s", async (_, args) => {
  const { service, repository } = await opened(1);
  const pipe = join(repository.outside, "pipe");
  execFileSync("mkfifo", [pipe]);
  const stop = new AbortController();
  const running = repository.cli(args(pipe), { stopping: stop.signal });
  setImmediate(() => {
    stop.abort();
  });
  expect(await running).toMatchObject({ code: 4, stderr: expect.stringContaining("Interrupted.") as string });
  expect(service.requests.updates).toBe(0);
});

it.each(WAITING.slice(0, 3))("refuses a file without an end: %s", async (_, args) => {
  const { repository } = await opened(1);
  await repository.ends(64, args("/dev/zero"), "can't be read: it's too large.");
});

it("refuses a descriptor without an end, and checks the start of one", async () => {
  const { repository } = await opened(1);
  const zero = openSync("/dev/zero", "r");
  for (const option of ["--credentials-fd", "--secrets-fd"])
    await repository.ends(4, ["plan", option, String(zero)], `of ${option} can't be read: it's too large.`);
  closeSync(zero);
  await repository.ends(4, ["check", "/dev/zero"], "too");
});

it("waits for the writer of a pipe and for its reader", async () => {
  const { service, repository } = await opened(1);
  const [tenants, out] = ["tenants", "out"].map((name) => join(repository.outside, name)) as [string, string];
  execFileSync("mkfifo", [tenants, out]);
  const env = { VAULTCONN_TENANT: undefined };
  const planning = repository.cli(["plan", "--tenants", tenants, "--out", out], { env });
  await writeFile(tenants, JSON.stringify([{ name: "Acme", baseUrl: service.baseUrl }]));
  const plan = JSON.parse(await readFile(out, "utf8")) as PlanDocument;
  expect(await planning).toMatchObject({ code: 2 });
  expect(plan.files).toMatchObject([{ status: "update", origin: service.origin }]);
});
