import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import manifest from "../../../package.json" with { type: "json" };
import { startProcess } from "../../http/cli/process.js";
import { APPLY, opened } from "../../http/cli/support.js";
import { codes, Session } from "../../protocol/session.js";
import { cleanEnvironment } from "../host/processes.js";
import { provisionNode } from "../provision/vscode-server.js";
import { type Release } from "./releaseBefore.js";

const OLDEST = `${/\d.*/.exec(manifest.engines.node)?.[0] ?? ""}.0`;
const COMMANDS = ["vaultconn", "vaultconn-language-server"] as const;

/** Both commands as a user installs them, with the oldest Node that's supported. Teams share files between versions. */
describe("the commands from npm", () => {
  const versions = (): Readonly<Record<"this" | "before", Release>> => ({
    this: { packages: inject("packages"), version: manifest.version },
    before: inject("releaseBefore"),
  });
  let folder = "";
  let prefix = "";
  let node = "";
  let PATH = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vault-connections-commands-"));
    prefix = join(folder, "a prefix");
    node = await provisionNode(OLDEST);
    PATH = [dirname(node), join(prefix, "bin"), process.env["PATH"]].join(delimiter);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Installs a version of both from files, over any other, without a network. */
  async function install(which: "this" | "before"): Promise<void> {
    const { packages, version } = versions()[which];
    const files = COMMANDS.map((name) => join(packages, `${name}-${version}.tgz`));
    const options = ["--prefix", prefix, "--offline", "--no-audit", "--no-fund"];
    const env = cleanEnvironment({ PATH, npm_config_cache: join(folder, "cache") });
    await execa("npm", ["install", "--global", ...options, ...files], { env, extendEnv: false });
    for (const name of COMMANDS)
      expect(await startProcess(join(prefix, "bin", name), ["--version"], folder, { PATH }).ended).toEqual({
        code: 0,
        stdout: `${version}\n`,
        stderr: "",
      });
  }

  it("serve an editor, and start with a Node that's supported", async () => {
    await install("this");
    expect((await execa("node", ["--version"], { env: { PATH } })).stdout).toBe(`v${OLDEST}`);
    const uri = "file:///somewhere/a.vaultconn.json";
    await using session = await Session.start({ node, server: join(prefix, "bin", "vaultconn-language-server") });
    await session.open(uri, '{ "name": "Billing", "ready": true }');
    expect(codes(await session.diagnostics(uri))).toEqual(["read-only-property"]);
  });

  it.each([
    ["before", "this"],
    ["this", "before"],
  ] as const)("go on where another version was interrupted: %s, %s", async (first, second) => {
    const { service, repository } = await opened(1);
    const start = (...args: readonly string[]) =>
      startProcess(join(prefix, "bin", "vaultconn"), args, repository.root, { ...repository.environment(), PATH });

    await install(first);
    expect(await start(...APPLY).ended).toMatchObject({ code: 0 });
    repository.setup(1);
    service.faults.add({ kind: "silence", how: "hang", when: "after" }, { operation: "update" });
    const interrupted = start(...APPLY);
    await service.requests.waitFor({ operation: "update", applied: true }, 2);
    interrupted.child.kill("SIGKILL");
    await interrupted.ended;

    await install(second);
    const planned = await start("plan").ended;
    expect([planned.code, planned.stdout]).toEqual([5, expect.stringContaining("1 unchanged, 1 probably applied")]);
    expect(await start(...APPLY, "--all").ended).toMatchObject({ code: 0 });
    const sent = service.requests.applied;

    await install(first);
    expect(await repository.lock()).toHaveLength(2);
    expect(await start("drift").ended).toMatchObject({ code: 0, stderr: "" });
    expect(await start(...APPLY).ended).toMatchObject({ code: 0 });
    expect(service.requests.applied).toBe(sent);
  });
});
