import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { updates } from "../client/support.js";
import { bundled, start } from "./process.js";
import { BEARER, APPLY, opened } from "./support.js";

const bundle = bundled();

/** A repository whose one file refers to a program. @param script of a shell; `$RAN` is a file for what it notes */
async function withProgram(script: string) {
  const { service, repository } = await opened();
  repository.setup(0, { setup: { ...BEARER, token: "${team:key}" } });
  const [program, file, ran] = ["team", "providers.json", "ran"].map((name) => join(repository.outside, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(program, `#!/bin/sh\nRAN='${ran}'\n${script}\n`, { mode: 0o755 });
  writeFileSync(file, JSON.stringify({ team: { command: [program, "${path}"] } }), { mode: 0o600 });
  const begin = (env: NodeJS.ProcessEnv = {}) => start(bundle(), repository, [...APPLY, "--providers", file], env);
  return { service, repository, begin, noted: () => (existsSync(ran) ? readFileSync(ran, "utf8").trim() : "") };
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
    expect(updates(service)).toBe(0);
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
    expect(stderr).toContain(`.vaultconn.json: The value of token (from team key) ${warning}, which`);
    expect([code, updates(service)]).toEqual([0, 1]);
  });

  it.each(["v\\n", "v\\r\\n", "v\\n\\n\\n", "v"])(
    "returns its value without final line breaks: '%s'",
    async (printed) => {
      const { service, begin } = await withProgram(`printf '${printed}'`);
      const { code, stderr } = await begin().ended;
      expect([code, stderr.includes("The value of")]).toEqual([0, false]);
      expect(service.connections.setupOf(service.connections.idAt(0))).toMatchObject({ token: "v" });
    },
  );
});
