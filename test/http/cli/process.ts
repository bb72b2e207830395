import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { commandOf } from "../../../scripts/build/build.js";
import { canary, closeAfterwards } from "../client/support.js";
import type { Repository } from "./support.js";

/** The version that is built in, which is that of no release. */
export const VERSION = "1.2.3-test";

/** Bundles the command as it is shipped, once for all tests of a file. @returns where the program is, with what it loads beside it */
export function bundled(): () => string {
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "vaultconn-bundle-"));
    await Promise.all(commandOf(VERSION, true).map((options) => build({ ...options, outdir: folder })));
    copyFileSync("docs/diagnostics.md", join(folder, "diagnostics.md"));
    copyFileSync("schemas/generated/vaultconn.schema.json", join(folder, "vaultconn.schema.json"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => join(folder, "cli.js");
}

/** Starts the command in a process of its own. What it prints is watched for secrets. */
export function start(bundle: string, repository: Repository, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [bundle, ...args], {
    cwd: repository.root,
    env: { PATH: process.env["PATH"], ...repository.environment(env) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = Promise.all([text(child.stdout), text(child.stderr), exited]).then(
    ([stdout, stderr, [code, signal]]) => {
      canary.saw(stdout, stderr);
      return { stdout, stderr, code: code ?? -1, signal };
    },
  );
  return { child, ended };
}

type Answer = NonNullable<CallToolResult["structuredContent"]>;

/** Starts `vaultconn mcp` as a coding agent's settings do, in the folder of the files. All that it gets is watched for secrets. */
export async function startAgent(
  bundle: string,
  repository: Repository,
  args: readonly string[] = [],
  env: Readonly<Record<string, string | undefined>> = {},
) {
  const given = Object.entries({ PATH: process.env["PATH"], ...env });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bundle, "mcp", ...args],
    cwd: repository.root,
    env: Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    stderr: "pipe",
  });
  const stderr = text(transport.stderr as Readable);
  const client = closeAfterwards(new Client({ name: "test", version: "1" }));
  await client.connect(transport);
  // From now on, the client compares each answer with the schema of its tool.
  await client.listTools();
  return {
    client,
    pid: transport.pid,
    /** What the process wrote for people, when it has ended. */
    stderr,
    /** @returns the structured answer. @throws Error with the text of a refusal. */
    call: async (name: string, input: object = {}, signal?: AbortSignal): Promise<Answer> => {
      const result = await client.callTool({ name: `vaultconn_${name}`, arguments: { ...input } }, undefined, {
        ...(signal && { signal }),
      });
      const { content, structuredContent, isError } = result as CallToolResult;
      canary.saw(JSON.stringify(result));
      const [message] = content;
      if (isError === true) throw new Error(message?.type === "text" ? message.text : "");
      if (!structuredContent) throw new Error("The answer has no structure.");
      return structuredContent;
    },
  };
}
