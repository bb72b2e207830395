import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { canary, UPDATE } from "../client/support.js";
import { start } from "./process.js";
import { APPLY, BEARER, opened, type Repository, SECRET } from "./support.js";

const TOKEN = { setup: { ...BEARER, token: "${team:salesforce/key}" } };

/** A program that gives a value, fails for other paths, and notes that it ran. */
async function defineProvider({ outside }: Repository) {
  const [program = "", file = "", log = ""] = ["team", "providers.json", "ran"].map((name) => join(outside, name));
  const script = `#!/bin/sh\nenv > "${log}"\ncase "$1" in salesforce/key) cat "${outside}/value";; *) echo "no such item" >&2; exit 1;; esac\n`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  await writeFile(join(outside, "value"), `${SECRET}\n`);
  const define = async (text: string) => {
    await writeFile(file, text);
    await chmod(file, 0o600);
  };
  const command = JSON.stringify([program, "${path}"]);
  await define(`\ufeff{\n  // ours\n  "team": { "command": ${command} },\n}`);
  return { file, command, define, ran: () => (existsSync(log) ? readFileSync(log, "utf8") : "") };
}

/** A repository whose one file refers to the program. */
async function withProvider() {
  const given = await opened();
  given.repository.setup(0, TOKEN);
  return { ...given, ...(await defineProvider(given.repository)) };
}

describe.skipIf(process.platform === "win32")("--providers", () => {
  it("runs programs in apply, and only names them in plan", async () => {
    const { service, repository, plan, file, ran } = await withProvider();
    const planned = await repository.cli(["plan", "--providers", file, "--out", plan]);
    expect(planned).toMatchObject({ code: 2, stderr: "" });
    expect(planned.stdout).toContain("To send it, apply runs the provider team for ${team:salesforce/key}.");
    expect(ran()).toBe("");
    const sent = await repository.ends(0, ["apply", plan, "--providers", file]);
    expect(service.connections.setupOf(service.connections.idAt(0))).toEqual({ type: "BEARER", token: SECRET });
    expect(ran()).toContain("PWD=");
    expect(ran()).not.toContain("VAULTCONN_");
    canary.saw(sent.stdout + sent.stderr + readFileSync(plan, "utf8") + readFileSync(repository.lockFile, "utf8"));
  });

  it("sends nothing if a value is missing, and reports all that are", async () => {
    const { service, repository, file } = await withProvider();
    repository.setup(1, { setup: { ...BEARER, token: "${team:none/1}" } });
    repository.setup(2, { setup: { ...BEARER, token: "${team:none/2}" } });
    const sent = await repository.cli([...APPLY, "--providers", file]);
    expect(sent.code).not.toBe(0);
    expect(sent.stdout).toContain("${team:none/1} doesn't exist in team");
    expect(sent.stdout).toContain("${team:none/2} doesn't exist in team");
    expect([service.requests.updates, service.requests.applied]).toEqual([0, 0]);
  });

  it("isn't looked for: without the option, a reference is refused by name", async () => {
    const { repository, file, ran } = await withProvider();
    await writeFile(join(repository.root, "providers.json"), readFileSync(file));
    await repository.ends(4, ["plan"], "names the provider team, which isn't defined. Use --providers");
    repository.setup(0, { setup: { ...BEARER, token: "${Team:salesforce/key}" } });
    await repository.ends(4, ["plan", "--providers", file], "which isn't defined. Did you mean team?");
    expect(ran()).toBe("");
  });

  it("sends a plan only with the definitions that it was made with", async () => {
    const { service, repository, plan, file, command, define, ran } = await withProvider();
    await repository.ends(2, ["plan", "--providers", file, "--out", plan]);
    for (const other of [
      `{"team": {"command": ${command}, "timeoutSeconds": 9}}`,
      '{"team": {"command": ["cat", "${path}"]}}',
    ]) {
      await define(other);
      const why = "The definition of the provider team changed since the plan was made.";
      await repository.ends(4, ["apply", plan, "--providers", file], why);
    }
    expect([ran(), service.requests.updates]).toEqual(["", 0]);
    await define(`{"more": {"command": ["cat", "\${path}"]}, "team": {"command": ${command}}}`);
    await repository.ends(0, ["apply", plan, "--providers", file]);
  });

  it("refuses a file that others can change, inside the repository, or a pipe", async () => {
    const { repository, file } = await withProvider();
    const inside = repository.write("providers.json", readFileSync(file, "utf8"));
    await chmod(inside, 0o600);
    const pipe = join(repository.outside, "pipe");
    execFileSync("mkfifo", ["-m", "600", pipe]);
    for (const [named, why] of [
      [inside, "it's inside the repository"],
      [pipe, "it isn't a regular file"],
    ] as const)
      await repository.ends(4, ["check", ".", "--providers", named], why);
    for (const mode of [0o606, 0o620, 0o666]) {
      await chmod(file, mode);
      await repository.ends(4, [...APPLY, "--providers", file], "others can change it; run chmod 644 on it");
    }
    await chmod(file, 0o644);
    await repository.ends(0, ["check", ".", "--providers", file]);
  });

  it("tells check which names exist, so that others are warnings", async () => {
    const { repository, file, ran } = await withProvider();
    repository.setup(0, { setup: { ...BEARER, token: "${other:salesforce/key}" } });
    await repository.ends(0, ["check", "."], "No problems in 1 file.\n");
    const checked = await repository.ends(0, ["check", ".", "--providers", file], "warning unresolved-reference");
    expect(checked.stdout).toContain('The secret provider "other" isn\'t defined on this computer');
    expect(ran()).toBe("");
  });
});

/** A repository whose one file refers to a program. @param script of a shell; `$RAN` is a file for what it notes */
async function withProgram(script: string) {
  const { service, repository } = await opened();
  repository.setup(0, { setup: { ...BEARER, token: "${team:key}" } });
  const [program = "", file = "", ran = ""] = ["team", "providers.json", "ran"].map((name) =>
    join(repository.outside, name),
  );
  writeFileSync(program, `#!/bin/sh\nRAN='${ran}'\n${script}\n`, { mode: 0o755 });
  writeFileSync(file, JSON.stringify({ team: { command: [program, "${path}"] } }), { mode: 0o600 });
  const begin = (env: NodeJS.ProcessEnv = {}) => start(repository, [...APPLY, "--providers", file], env);
  return { service, begin, noted: () => (existsSync(ran) ? readFileSync(ran, "utf8").trim() : "") };
}

describe.skipIf(process.platform === "win32")("a provider's program", () => {
  it.each<NodeJS.Signals>(["SIGHUP", "SIGQUIT", "SIGTERM"])("ends with the command on %s", async (signal) => {
    const { service, begin, noted } = await withProgram('echo $$ > "$RAN"; exec sleep 300');
    const { child, ended } = begin();
    while (noted() === "") await sleep(10);
    child.kill(signal);
    expect((await ended).code).not.toBe(0);
    const state = () => spawnSync("ps", ["-o", "stat=", "-p", noted()], { encoding: "utf8" }).stdout.trim();
    await expect.poll(state).toMatch(/^(?:Z.*)?$/);
    expect(service.requests.updates).toBe(0);
  });

  it.each(["", ".", "none", "/no/such/home"])("runs in the user's home folder if HOME is '%s'", async (HOME) => {
    const { begin, noted } = await withProgram('pwd > "$RAN"; echo value');
    expect(await begin({ HOME }).ended).toMatchObject({ code: 0 });
    expect(noted()).toBe(userInfo().homedir);
  });

  it.each([
    ["a byte order mark", "\\357\\273\\277v", "begins or ends with whitespace"],
    ["spaces", "v  \\n", "begins or ends with whitespace"],
    ["a blank line before it", "\\nv", "begins or ends with whitespace"],
    ["colors", "\\033[31mv\\033[0m", "contains an invisible character (U+001B)"],
    ["a zero-width space", "v\\342\\200\\213w", "contains an invisible character (U+200B)"],
  ])("is reported before sending if it prints %s", async (_, printed, warning) => {
    const { service, begin } = await withProgram(`printf '${printed}'`);
    const { code, stderr } = await begin().ended;
    expect(stderr).toContain(`.vaultconn.json: The value of token (from team key) ${warning}`);
    expect([code, service.requests.updates]).toEqual([0, 1]);
  });
});

const WORDS = "is a placeholder; replace it with the real value.";

it("refuses a placeholder behind each kind of reference", async () => {
  const value = "##SALESFORCE_KEY##";
  const { service, repository, plan } = await opened();
  const providers = join(repository.outside, "providers.json");
  writeFileSync(join(repository.root, "value.txt"), value);
  const command = [process.execPath, "-e", `process.stdout.write(${JSON.stringify(value)})`, "${path}"];
  writeFileSync(providers, JSON.stringify({ team: { command } }), { mode: 0o600 });
  const given = { env: { VAULTCONN_SECRET_TOKEN: value, PLAIN: value } };
  for (const reference of ["${secret:TOKEN}", "${env:PLAIN}", "${file:../value.txt}"]) {
    repository.setup(0, { setup: { ...BEARER, token: reference } });
    await repository.ends(4, ["plan", "--out", plan], WORDS, given);
    await repository.ends(4, APPLY, WORDS, given);
  }
  repository.setup(0, { setup: { ...BEARER, token: "${team:x}" } });
  await repository.ends(2, ["plan", "--out", plan, "--providers", providers], "team", given);
  for (const args of [["apply", plan], APPLY])
    await repository.ends(4, [...args, "--providers", providers], WORDS, given);
  expect(service.requests.all(UPDATE)).toEqual([]);
});
