import { beforeEach, expect, it, vi } from "vitest";
import type { CancellationToken, LanguageModelTool } from "vscode";
import { registerAgentTools } from "../../../client/extension/agents/agentTools.js";

type Tool = LanguageModelTool<object>;

const editor = vi.hoisted(() => ({
  tools: new Map<string, object>(),
  workspace: { isTrusted: true, workspaceFolders: undefined, findFiles: () => Promise.resolve([]), textDocuments: [] },
  lm: undefined as object | undefined,
}));

vi.mock("vscode", () => ({
  get lm() {
    return editor.lm;
  },
  workspace: editor.workspace,
  CancellationError: class extends Error {},
  LanguageModelToolResult: class {
    constructor(readonly content: readonly unknown[]) {}
  },
  LanguageModelTextPart: class {
    constructor(readonly value: string) {}
  },
  Disposable: { from: () => ({ dispose: () => undefined }) },
}));

const NEVER = { onCancellationRequested: () => ({ dispose: () => undefined }) } as unknown as CancellationToken;

beforeEach(() => {
  editor.tools.clear();
  editor.workspace.isTrusted = true;
  editor.lm = { registerTool: (name: string, tool: object) => editor.tools.set(name, tool) };
});

function register(): void {
  const services = { sessions: { all: [] }, languageServer: { request: () => Promise.resolve([]) } };
  registerAgentTools(services as never, {} as never);
}

async function call(name: string, input: object): Promise<unknown> {
  const tool = editor.tools.get(`vaultconn_${name}`) as Tool;
  return tool.invoke({ input, toolInvocationToken: undefined }, NEVER);
}

it("registers nothing in an editor without such tools", () => {
  editor.lm = undefined;
  register();
  expect(editor.tools.size).toBe(0);
});

it("reads no tenant in Restricted Mode", async () => {
  register();
  editor.workspace.isTrusted = false;
  const restricted = "This works only in a trusted workspace. A person has to trust it first.";
  await expect(call("list", {})).rejects.toThrow(restricted);
  await expect(call("plan", { paths: ["."] })).rejects.toThrow(restricted);
  editor.workspace.isTrusted = true;
  await expect(call("list", {})).rejects.toThrow("No tenant is configured.");
});

it("tells nothing about an unexpected error", async () => {
  register();
  await expect(call("validate", { text: "{}" })).rejects.toThrow("The tool failed unexpectedly.");
});

it.each([
  ["validate", { path: "a\u202Eb.vaultconn.json" }, "Checking a b.vaultconn.json"],
  ["validate", { text: "{}" }, "Checking a setup file"],
  ["explain", {}, "Looking up setup variants"],
  ["list", { tenant: "Acme" }, "Listing connections of Acme"],
  ["list", {}, "Listing connections"],
  ["plan", { paths: ["a", "b"] }, "Planning a push of a, b"],
])("shows what %s does with %j", async (name, input, invocationMessage) => {
  register();
  const tool = editor.tools.get(`vaultconn_${name}`) as Tool;
  expect(await tool.prepareInvocation?.({ input }, NEVER)).toEqual({ invocationMessage });
});
