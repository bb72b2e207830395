import { expect, it } from "vitest";
import { EXIT_MEANINGS } from "../../../client/cli/exits.js";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { entryOf } from "../../unit/records.js";
import { opened } from "./support.js";

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
