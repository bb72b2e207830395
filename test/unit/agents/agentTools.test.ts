import { beforeEach, expect, it } from "vitest";
import type { CancellationToken, LanguageModelTool } from "vscode";
import { registerAgentTools } from "../../../client/extension/agents/agentTools.js";
import type { Services } from "../../../client/extension/commandTargets.js";
import { vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

type Tool = LanguageModelTool<object>;

const tools = new Map<string, Tool>();
const NEVER: CancellationToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

beforeEach(() => {
  tools.clear();
  Object.assign(vscode, { lm: { registerTool: (name: string, tool: Tool) => tools.set(name, tool) } });
});

function register(): void {
  const services = partOf<Services>({ sessions: { all: [] }, languageServer: { request: () => Promise.resolve([]) } });
  registerAgentTools(services, vscode.Uri.file("/"));
}

async function call(name: string, input: object): Promise<unknown> {
  return tools.get(`vaultconn_${name}`)?.invoke({ input, toolInvocationToken: undefined }, NEVER);
}

it("registers nothing if the editor has no support for tools", () => {
  Object.assign(vscode, { lm: undefined });
  register();
  expect(tools.size).toBe(0);
});

it("reads no tenant in Restricted Mode", async () => {
  register();
  vscode.workspace.isTrusted = false;
  const restricted = "This works only in a trusted workspace. A person has to trust it first.";
  await expect(call("list", {})).rejects.toThrow(restricted);
  await expect(call("plan", { paths: ["."] })).rejects.toThrow(restricted);
  vscode.workspace.isTrusted = true;
  await expect(call("list", {})).rejects.toThrow("No tenant is configured.");
});

it("hides the text of an unexpected error", async () => {
  register();
  await expect(call("validate", { text: "{}" })).rejects.toThrow("The tool failed unexpectedly.");
});

it.each([
  ["validate", { path: "a\u202Eb.vaultconn.json" }, "Checking a b.vaultconn.json"],
  ["validate", { text: "{}" }, "Checking a setup file"],
  ["explain", {}, "Looking up setup variants"],
  ["list", { tenant: "Acme" }, "Listing connections of Acme"],
  ["list", { tenant: null }, "Listing connections"],
  ["plan", { paths: ["a", "b"] }, "Planning a push of a, b"],
])("shows what %s does with %j", async (name, input, invocationMessage) => {
  register();
  expect(await tools.get(`vaultconn_${name}`)?.prepareInvocation?.({ input }, NEVER)).toEqual({ invocationMessage });
});
