import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { AGENT_TOOLS, type AgentTool, type ToolName } from "../../core/agents/tools.js";
import { AgentError, type AgentHost } from "../../core/agents/host.js";
import { isLeftOut, withType } from "../../core/agents/input.js";
import { formatNarrowList } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { signalFor } from "../ui/withCancellableProgress.js";
import type { EditorServices } from "../editor/editorServices.js";
import { hostFor } from "./agentHost.js";

/** Offers the tools to coding agents in VS Code. Some editors that are built on VS Code have no such API. */
export function registerAgentTools(services: EditorServices, extension: vscode.Uri): vscode.Disposable {
  const { lm } = vscode as Partial<Pick<typeof vscode, "lm">>;
  if (typeof lm?.registerTool !== "function") return vscode.Disposable.from();
  return vscode.Disposable.from(
    ...AGENT_TOOLS.map((tool) =>
      lm.registerTool<Readonly<Record<string, unknown>>>(tool.name, {
        prepareInvocation: ({ input }) => ({ invocationMessage: MESSAGES[tool.name](input) }),
        invoke: ({ input }, cancellation) => invoke(tool, input, () => hostFor(services, extension), cancellation),
      }),
    ),
  );
}

async function invoke(
  tool: AgentTool,
  input: unknown,
  host: () => AgentHost,
  cancellation: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  if (tool.effect !== "none" && !vscode.workspace.isTrusted)
    throw new Error("This works only in a trusted workspace. A person has to trust it first.");
  const signal = signalFor(cancellation);
  try {
    const answer = await tool.run(input, host(), signal);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(answer))]);
  } catch (error) {
    if (signal.aborted) throw new vscode.CancellationError();
    if (error instanceof AgentError) throw error;
    // Don't rethrow: the message of an unexpected error may quote a secret.
    throw new Error("The tool failed unexpectedly.");
  }
}

const shown = (text: unknown) => sanitizeText(String(text), 100);

function shownPaths(given: unknown): string {
  const paths = withType(given, "array");
  return formatNarrowList(Array.isArray(paths) ? paths.slice(0, 5).map(shown) : []);
}

/** What the user sees while a tool runs. */
const MESSAGES: Readonly<Record<ToolName, (input: Readonly<Record<string, unknown>>) => string>> = {
  vaultconn_explain: () => l10n.t("Looking up setup variants"),
  vaultconn_validate: ({ path }) =>
    isLeftOut(path) ? l10n.t("Checking a setup file") : l10n.t("Checking {0}", shown(path)),
  vaultconn_list: ({ tenant }) =>
    isLeftOut(tenant) ? l10n.t("Listing connections") : l10n.t("Listing connections of {0}", shown(tenant)),
  vaultconn_plan: ({ paths }) => l10n.t("Planning a push of {0}", shownPaths(paths)),
  vaultconn_request_review: ({ paths }) => l10n.t("Asking for a review of {0}", shownPaths(paths)),
};
