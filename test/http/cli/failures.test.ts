import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT_MEANINGS } from "../../../client/cli/exits.js";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { entryOf } from "../../unit/records.js";
import { APPLY, opened, runCommand } from "./support.js";

const NO_CREDENTIALS = { VAULTCONN_ACCESS_TOKEN: undefined };
const UNREACHABLE = { VAULTCONN_TENANT: "http://127.0.0.1:1" };

it.each<[string, number, readonly string[], { code: string; status?: number; next?: string }, NodeJS.ProcessEnv]>([
  ["an unknown option", 64, ["plan", "--nonsense"], { code: "usage" }, {}],
  ["an invalid value", 64, ["list", "--older-than", "x"], { code: "usage" }, {}],
  ["a missing file", 64, ["check", "missing.vaultconn.json"], { code: "usage" }, {}],
  ["missing credentials", 4, ["plan"], { code: "credentials" }, NO_CREDENTIALS],
  ["a rejected token", 4, ["list"], { code: "unauthorized", status: 401, next: "signIn" }, {}],
  ["a misspelled option", 64, ["list", "--nam", "x"], { code: "usage" }, {}],
  ["an unreachable service", 4, ["pull"], { code: "refused", next: "retry" }, UNREACHABLE],
])("prints %s as JSON, with exit code %i", async (_, exit, args, error, env) => {
  const { service, repository } = await opened(1);
  if (error.status !== undefined)
    service.faults.add({ kind: "reply", status: error.status }, { operation: "list", times: "always" });
  for (const format of [["--format", "json"], ["--format=json"]]) {
    const { code, stdout, stderr } = await repository.cli([...args, ...format], { env });
    expect(code).toBe(exit);
    expect(Object.keys(EXIT_MEANINGS)).toContain(String(code));
    const printed = JSON.parse(stdout) as { readonly error: { readonly message: string } };
    expect(printed.error.message).not.toContain("\n");
    expect(printed).toEqual({ version: 1, error: { ...error, message: expect.any(String) as string } });
    expect(stderr.replaceAll("\n", " ")).toContain(printed.error.message.slice(0, 60));
  }
  const { stdout } = await repository.cli(args, { env });
  expect(stdout).toBe("");
});

it.each([
  [["list", "––format", "json"], "begins with U+2013, which isn't a hyphen. Write --format."],
  [["plan", "—all"], "begins with U+2014, which isn't a hyphen. Write --all."],
  [["check", "-‑format=json"], "begins with U+2011, which isn't a hyphen. Write --format."],
  [["check", "a.vaultconn.json\r"], "ends with a carriage return"],
  [["list", "--format", "json\r"], "ends with a carriage return"],
  [["plan", "--credentials=~/c.json"], "didn't replace the ~"],
  [["check", "~\\a.vaultconn.json"], "didn't replace the ~"],
  [["check", "'connections/*.vaultconn.json'"], "has single quotes"],
])("says what a shell or script left in arguments: %j", async (args, hint) => {
  const { repository } = await opened(1);
  const { stderr, code } = await repository.cli(args);
  expect([code === 64 || code === 4, stderr]).toEqual([true, expect.stringContaining(hint)]);
});

it.each([
  ["plan", "--out", "a.vaultconn.json"],
  ["plan", "--out=a.vaultconn.json"],
  ["plan", "--summary", "a.vaultconn.json"],
  ["plan", "--tenant", "./a.vaultconn.json"],
  [...APPLY, "--allow-production", "a.vaultconn.json"],
  [...APPLY, "--allow-production", "folder/*.vaultconn.json"],
  [...APPLY, "--allow-production", "folder"],
  [...APPLY, "--allow-production", "folder/"],
  [...APPLY, "--ca", "a.vaultconn.json"],
  ["check", "--max-warnings", "a.vaultconn.json"],
])("takes no path for the value of an option whose variable is empty: %j", async (...args) => {
  const { service, repository } = await opened(2);
  const file = repository.write("a.vaultconn.json", "{}");
  repository.write("folder/b.vaultconn.json", "{}");
  await repository.ends(64, args);
  expect([readFileSync(file, "utf8"), service.requests.updates]).toEqual(["{}", 0]);
});

it("plans only over a file that is or was a plan", async () => {
  const { repository } = await opened(1);
  for (const text of ["{}", "A=b\n", '{"version": 2, "connections": {}}', " "]) {
    const file = repository.write("mine", text);
    await repository.ends(4, ["plan", "--out", "mine"], "it exists, and isn't a plan");
    expect(readFileSync(file, "utf8")).toBe(text);
  }
  repository.write("mine", "");
  for (const length of [undefined, 200]) {
    await repository.ends(2, ["plan", "--out", "mine"]);
    repository.write("mine", readFileSync(join(repository.root, "mine"), "utf8").slice(0, length));
  }
  await repository.ends(2, ["plan", "--out", "mine"]);
});

const KEY = "sk_live_51H8xKp7wN2x";
const PASSWORD = "hunter2!";
const VALUES = [
  KEY,
  PASSWORD,
  "Xy7-qP4",
  "abC/dEf9+gh==",
  "https://u:p4ssw0rd@example.com",
  "eyJhbGciOi.eyJzdWIi.c2ln",
];

it.each([
  ...VALUES.flatMap((value) => [["values", value], [value], ["values", `--find-value=${value}`], ["help", value]]),
  ["values", "--find-fd", KEY],
  ["values", `--find-fd=${KEY}`],
  ["values", `-${KEY}`],
  ["check", KEY, "--format", "json"],
  ["values", "--secrets", PASSWORD],
  ["values", "--format", PASSWORD],
  ["values", "--root", PASSWORD],
  ["pull", PASSWORD, "--tenant", "acme.example.com"],
])("shows no argument that may be a secret: %j", async (...args) => {
  const { code, stdout, stderr } = await runCommand(args, { cwd: tmpdir() });
  const value = VALUES.find((one) => args.some((argument) => argument.includes(one))) ?? "";
  expect([code === 64 || code === 4, stdout + stderr]).toEqual([true, expect.not.stringContaining(value)]);
  if (!args.join(" ").includes("--find-fd"))
    expect(stderr).toContain("An argument isn't shown, because it may be a secret.");
});

it.each([
  "conections",
  "conections/slack",
  "Releases-2026",
  "a/*.vaultconn.json",
  "x9y8z7a6.json",
  "prod-eu-west-1",
  "plam",
  "./k8s-x9y8",
])("names a path that was mistyped: %s", async (file) => {
  const { stderr } = await runCommand(["values", file], { cwd: tmpdir() });
  expect(stderr).toContain(`"${file}"`);
  expect(stderr).not.toContain("isn't shown");
});

it.each([
  ["list", "--name", "– old"],
  ["list", "--name", "it's"],
])("says nothing about arguments that may be meant: %s %s %s", async (...args) => {
  const { repository } = await opened(1);
  expect(await repository.ends(0, args)).toMatchObject({ stderr: "" });
});

it("refuses to compare without an entry to compare, or to plan without a file", async () => {
  const { repository } = await opened();
  await repository.ends(64, ["drift"], "There's no lock file below");
  repository.write("vaultconn.lock.json", lockText([entryOf(1)]));
  await repository.ends(64, ["drift"], "has no connection of 127.0.0.1:");
  await repository.ends(64, ["plan"], "There are no setup files below");
  await repository.ends(64, ["apply", "--auto", "--yes"], "There are no setup files below");
  await repository.ends(0, ["plan", "--allow-empty"]);
});
