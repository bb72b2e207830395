import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { canary, closeAfterwards } from "../client/support.js";
import type { Repository } from "./support.js";

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
