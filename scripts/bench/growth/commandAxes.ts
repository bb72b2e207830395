import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { execa } from "execa";

import { CLI } from "../../../test/protocol/session.js";
import { startService } from "../../../test/service/service.js";
import type { Axis } from "./axis.js";

/** Run in the command's process: leaves its processor time, in microseconds, where the variable says. */
const AT_EXIT = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeFileSync(process.env.GROWTH_TIME, String(user + system));
});`;

/** A plan with updates ends with 2. */
const ENDED_WELL: readonly unknown[] = [0, 2];

/** Setup files for all connections of a service, in a folder with the command beside it. */
interface Workspace {
  readonly count: number;
  readonly root: string;
  /** Gives each connection a new name in its file. */
  readonly rename: () => Promise<void>;
  /** Runs the command. @returns milliseconds of processor time of its process */
  readonly run: (...args: readonly string[]) => Promise<number>;
  readonly close: () => Promise<void>;
}

async function open(count: number): Promise<Workspace> {
  const base = await mkdtemp(join(tmpdir(), "vaultconn-growth-"));
  const service = await startService({ connections: count });
  const [root, time, hook] = [join(base, "files"), join(base, "time"), join(base, "hook.cjs")] as const;
  await Promise.all([writeFile(hook, AT_EXIT), mkdir(root)]);
  const ids = Array.from({ length: count }, (_, at) => service.connections.idAt(at));
  let revision = 0;
  const rename = async (): Promise<void> => {
    revision++;
    for (const [at, id] of ids.entries()) {
      const content = {
        id,
        name: `Connection ${at}, ${revision}`,
        setup: { type: "BEARER", token: "${secret:TOKEN}" },
      };
      await writeFile(join(root, `${id}.vaultconn.json`), JSON.stringify(content, undefined, 2));
    }
  };
  const env = {
    VAULTCONN_TENANT: service.baseUrl,
    VAULTCONN_ACCESS_TOKEN: service.accessToken,
    VAULTCONN_SECRET_TOKEN: "a value of the growth table",
    VAULTCONN_STATE: join(base, "state"),
    NODE_OPTIONS: `--require ${hook}`,
    GROWTH_TIME: time,
  };
  const run = async (...args: readonly string[]): Promise<number> => {
    const options = { cwd: root, env, stdin: "ignore", reject: false } as const;
    const { exitCode, stderr } = await execa(process.execPath, [CLI, ...args], options);
    if (!ENDED_WELL.includes(exitCode)) throw new Error(`vaultconn ${args.join(" ")} failed: ${stderr}`);
    return Number(await readFile(time, "utf8")) / 1000;
  };
  await rename();
  const close = async (): Promise<void> => {
    await service.close();
    await rm(base, { recursive: true, force: true });
  };
  return { count, root, rename, run, close };
}

const workspaces = new Map<number, Promise<Workspace>>();

/** All commands share a service and files of the same size. */
function workspaceOf(count: number): Promise<Workspace> {
  const workspace = workspaces.get(count) ?? open(count);
  workspaces.set(count, workspace);
  return workspace;
}

/** Ends the services, which would keep this process running, and removes the folders. */
export async function closeWorkspaces(): Promise<void> {
  for (const workspace of workspaces.values()) await (await workspace).close();
  workspaces.clear();
}

/** @param work does it once. @returns milliseconds of processor time */
function command(name: string, work: (workspace: Workspace) => Promise<number>): Axis<() => Promise<number>> {
  const prepare = async (count: number) => {
    const workspace = await workspaceOf(count);
    return () => work(workspace);
  };
  return { name: `vaultconn ${name}`, size: 500, prepare };
}

/** What the built command does with n setup files, or with n connections of a service: the processor time of its process. */
export const commandAxes: readonly Axis<() => Promise<number>>[] = [
  command("check of n files", ({ run }) => run("check")),
  command("values of n files", ({ run }) => run("values")),
  command("list of n rows", ({ run }) => run("list")),
  command("list of n rows whose credential ends", ({ run }) => run("list", "--expiring", "30d")),
  command("plan of n files", ({ run }) => run("plan", "--all")),
  command("apply of n files", async ({ run, rename }) => {
    await rename();
    return run("apply", "--auto", "--yes");
  }),
  command("drift of n files", ({ run }) => run("drift")),
  command("pull of n files", async ({ run, root }) => {
    const folder = await mkdtemp(join(root, "../pulled-"));
    const time = await run("pull", "--root", folder);
    await rm(folder, { recursive: true });
    return time;
  }),
];
