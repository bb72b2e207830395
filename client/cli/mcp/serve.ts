import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ProtocolError, ProtocolErrorCode, Server, specTypeSchemas, type Tool } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
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

/** With a schema, the library calls wrong parameters what they are. Without one, it calls them internal errors. */
const LISTS = { params: specTypeSchemas.PaginatedRequestParams };

const UNEXPECTED = "The request failed unexpectedly. Report this error.";

/** How long calls may take after the input has ended. Nothing tells whether somebody still reads the answers. */
const FINISH_MS = 5000;

/** What a server of one version offers never changes, and is the same for everybody. */
const CACHED = { ttlMs: 24 * 60 * 60 * 1000, cacheScope: "public" } as const;

/**
 * Serves a Model Context Protocol client until it disconnects or the process is interrupted: one of the version of July
 * 2026, which asks with each request, or one of an earlier version, which begins with `initialize`.
 */
export async function serve(
  host: AgentHost,
  { stdin, stdout, stopping }: Pick<Io, "stdin" | "stdout" | "stopping">,
): Promise<void> {
  const transport = new StdioTransport(stdin, stdout);
  const connection = serveStdio(() => serverFor(host, stopping), { transport });
  const end = () => void connection.close();
  stdin.once("end", () => {
    setTimeout(end, FINISH_MS).unref();
  });
  stopping.addEventListener("abort", end, { once: true });
  await transport.closed;
}

// oxlint-disable-next-line typescript/no-deprecated -- McpServer checks arguments more strictly than clients write them
function serverFor(host: AgentHost, stopping: AbortSignal): Server {
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(
    { name: "vaultconn", title: "Vault Connections", version: VERSION },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      cacheHints: {
        "server/discover": CACHED,
        "tools/list": CACHED,
        "prompts/list": CACHED,
        "resources/list": CACHED,
        "resources/read": CACHED,
      },
    },
  );
  server.setRequestHandler("tools/list", LISTS, () => ({
    tools: AGENT_TOOLS.map(({ run: _, effect, inputSchema, ...described }) => ({
      ...described,
      // The library's type has no readonly parts.
      inputSchema: inputSchema as object as Tool["inputSchema"],
      annotations: {
        readOnlyHint: effect !== "leaves-request",
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: effect === "reads-tenants",
      },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq: { signal } }) => {
    const tool = AGENT_TOOLS.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool.");
    try {
      const answer = await tool.run(params.arguments ?? {}, host, AbortSignal.any([signal, stopping]));
      return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    } catch (error) {
      return {
        content: [{ type: "text", text: error instanceof AgentError ? error.message : UNEXPECTED }],
        isError: true,
      };
    }
  });
  server.setRequestHandler("prompts/list", LISTS, () => ({ prompts: [PROMPT] }));
  server.setRequestHandler(
    "prompts/get",
    { params: specTypeSchemas.GetPromptRequestParams },
    orInternalError(({ name, arguments: values = {} }) => {
      if (name !== PROMPT.name) throw new AgentError("There is no such prompt.");
      const text = writeSetupFilePrompt(values["variant"] ?? "", values["application"] ?? "");
      return { description: PROMPT.description, messages: [{ role: "user", content: { type: "text", text } }] };
    }),
  );
  server.setRequestHandler("resources/list", LISTS, () => ({
    resources: [
      { uri: SCHEMA_URI, name: "schema", title: "JSON Schema of setup files", mimeType: "application/schema+json" },
    ],
  }));
  server.setRequestHandler(
    "resources/read",
    { params: specTypeSchemas.ReadResourceRequestParams },
    orInternalError(async ({ uri }) => {
      if (uri !== SCHEMA_URI) throw new AgentError(`The only resource is ${SCHEMA_URI}.`);
      const text = await readFile(join(__dirname, "vaultconn.schema.json"), "utf8");
      return { contents: [{ uri, mimeType: "application/schema+json", text }] };
    }),
  );
  return server;
}

/** Refusals are the client's mistake. The message of any other error may quote anything, and isn't sent. */
function orInternalError<T, R>(handle: (params: T) => R | Promise<R>): (params: T) => Promise<R> {
  return async (params) => {
    try {
      return await handle(params);
    } catch (error) {
      throw error instanceof AgentError
        ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
        : new ProtocolError(ProtocolErrorCode.InternalError, UNEXPECTED);
    }
  };
}
