import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { canary, closeAfterwards } from "../client/support.js";
import type { Repository } from "./support.js";

/** A coding agent's side of `vaultconn mcp`. All that it gets is watched for secrets. */
export interface Agent {
  readonly client: Client;
  readonly pid: number | null;
  /** @returns the structured answer. @throws Error with the text of a refusal. */
  readonly call: (tool: string, input?: object, signal?: AbortSignal) => Promise<Answer>;
  /** What the process wrote for people, when it has ended. */
  readonly stderr: Promise<string>;
}

type Answer = NonNullable<CallToolResult["structuredContent"]>;

/** Starts the program as an agent's settings do, in the folder of the files. */
export async function startAgent(
  bundle: string,
  repository: Repository,
  args: readonly string[] = [],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Agent> {
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
    stderr,
    call: async (name, input = {}, signal) => {
      const result = await client.callTool({ name: `vaultconn_${name}`, arguments: { ...input } }, undefined, {
        ...(signal && { signal }),
      });
      const { content, structuredContent, isError } = result as CallToolResult;
      canary.saw(JSON.stringify(result));
      const [said] = content;
      if (isError === true) throw new Error(said?.type === "text" ? said.text : "");
      if (!structuredContent) throw new Error("The answer has no structure.");
      return structuredContent;
    },
  };
}
