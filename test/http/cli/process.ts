import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { canary, closeAfterwards } from "../client/support.js";
import type { Repository } from "./support.js";

/** The command as it's built. */
export const CLI = resolve("dist/cli.js");

/** Starts a program, by default the command, in a process of its own. What it prints is watched for secrets. */
export function start(repository: Repository, args: readonly string[], env: NodeJS.ProcessEnv = {}, program = CLI) {
  const given = { PATH: process.env["PATH"], ...repository.environment(env) };
  return startProcess(process.execPath, [program, ...args], repository.root, given);
}

/** Starts any program without input. What it prints is watched for secrets. */
export function startProcess(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const ended = Promise.all([text(child.stdout), text(child.stderr), exited]).then(([stdout, stderr, [code]]) => {
    canary.saw(stdout, stderr);
    return { stdout, stderr, code: code ?? -1 };
  });
  return { child, ended };
}

/** Writes shell scripts into a folder of a repository's surroundings. @returns PATH with that folder first */
export function writePrograms({ outside }: Repository, scripts: Readonly<Record<string, string>>): string {
  const bin = join(outside, "bin");
  mkdirSync(bin);
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${bin}:${process.env["PATH"] ?? ""}`;
}

/** Starts `vaultconn mcp` as a coding agent's settings do, in the folder of the files. All that it gets is watched for secrets. */
export async function startAgent(
  repository: Pick<Repository, "root" | "environment">,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  { node = process.execPath, ...options }: ClientOptions & { readonly node?: string } = {},
) {
  const given = { PATH: process.env["PATH"], ...repository.environment(env) };
  const transport = new StdioClientTransport({
    command: node,
    args: [CLI, "mcp", ...args],
    cwd: repository.root,
    // Without those that have no value.
    env: JSON.parse(JSON.stringify(given)) as Record<string, string>,
    stderr: "pipe",
  });
  const stderr = text(transport.stderr as Readable);
  const client = closeAfterwards(new Client({ name: "test", version: "1" }, options));
  await client.connect(transport);
  // From now on, the client compares each answer with the schema of its tool.
  await client.listTools();
  return {
    client,
    pid: transport.pid,
    /** What the process wrote for people, when it has ended. */
    stderr,
    /** @returns the structured answer. @throws Error with the text of a refusal. */
    call: async (name: string, input: object = {}, signal?: AbortSignal) => {
      const result = await client.callTool(
        { name: `vaultconn_${name}`, arguments: { ...input } },
        { ...(signal && { signal }) },
      );
      canary.saw(JSON.stringify(result));
      const [message] = result.content;
      if (result.isError === true) throw new Error(message?.type === "text" ? message.text : "");
      if (!result.structuredContent) throw new Error("The answer has no structure.");
      return result.structuredContent as Readonly<Record<string, unknown>>;
    },
  };
}
