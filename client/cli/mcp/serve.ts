import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { VERSION } from "../../../server/src/version.js";
import { AgentError, type AgentHost } from "../../core/agents/host.js";
import { writeSetupFilePrompt } from "../../core/agents/explain.js";
import { AGENT_TOOLS } from "../../core/agents/tools.js";
import type { Io } from "../io.js";
import { StdioTransport } from "./stdioTransport.js";

const SCHEMA_URI = "vaultconn://schema";
const PROMPT = {
  name: "write-setup-file",
  title: "Write a setup file",
  description: "Writes a setup file of a variant for a connection of an application.",
  arguments: [
    { name: "variant", description: "The variant, such as api-key-with-base-url.", required: true },
    { name: "application", description: "The application that the connection is for." },
  ],
};

/** How long calls may take after the input has ended. */
const FINISH_MS = 30_000;

/** Serves a Model Context Protocol client until it disconnects or the process is interrupted. */
export async function serve(
  host: AgentHost,
  { stdin, stdout, stopping }: Pick<Io, "stdin" | "stdout" | "stopping">,
): Promise<void> {
  const server = serverFor(host, stopping);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const end = () => void server.close();
  stdin.once("end", () => {
    setTimeout(end, FINISH_MS).unref();
  });
  stopping.addEventListener("abort", end, { once: true });
  await server.connect(new StdioTransport(stdin, stdout));
  await closed;
}

// oxlint-disable-next-line typescript/no-deprecated -- McpServer doesn't accept JSON Schema
function serverFor(host: AgentHost, stopping: AbortSignal): Server {
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(
    { name: "vaultconn", title: "Vault Connections", version: VERSION },
    { capabilities: { tools: {}, prompts: {}, resources: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: AGENT_TOOLS.map(({ run: _, readsTenants, ...described }) => ({
      ...described,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: readsTenants },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = AGENT_TOOLS.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, "There is no such tool.");
    try {
      const answer = await tool.run(params.arguments ?? {}, host, AbortSignal.any([signal, stopping]));
      return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    } catch (error) {
      return { content: [{ type: "text", text: messageOf(error) }], isError: true };
    }
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [PROMPT] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: values = {} } }) => {
    if (name !== PROMPT.name) throw new McpError(ErrorCode.InvalidParams, "There is no such prompt.");
    try {
      const text = writeSetupFilePrompt(values["variant"] ?? "", values["application"] ?? "");
      return { description: PROMPT.description, messages: [{ role: "user", content: { type: "text", text } }] };
    } catch (error) {
      throw new McpError(ErrorCode.InvalidParams, messageOf(error));
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [
      { uri: SCHEMA_URI, name: "schema", title: "JSON Schema of setup files", mimeType: "application/schema+json" },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    if (uri !== SCHEMA_URI) throw new McpError(ErrorCode.InvalidParams, `The only resource is ${SCHEMA_URI}.`);
    const text = await readFile(join(__dirname, "vaultconn.schema.json"), "utf8");
    return { contents: [{ uri, mimeType: "application/schema+json", text }] };
  });
  return server;
}

/** The message of an unexpected error may quote anything. */
function messageOf(error: unknown): string {
  return error instanceof AgentError ? error.message : "The tool failed unexpectedly. Report this error.";
}
