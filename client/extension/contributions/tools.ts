import type { ToolName } from "../../core/agents/tools.js";

/** How VS Code shows a tool for coding agents to people; for agents, the tool describes itself. */
interface ToolDeclaration {
  readonly title: string;
  readonly description: string;
  /** A codicon. */
  readonly icon: string;
}

export const TOOLS: Readonly<Record<ToolName, ToolDeclaration>> = {
  vaultconn_validate: {
    title: "Validate Setup File",
    description: "Checks a setup file and returns its problems with fixes.",
    icon: "checklist",
  },
  vaultconn_explain: {
    title: "Explain Setup Variants",
    description: "Explains setup variants with their properties, and the codes of problems.",
    icon: "book",
  },
  vaultconn_list: {
    title: "List Connections",
    description: "Lists connections of tenants whose settings allow it.",
    icon: "list-unordered",
  },
  vaultconn_plan: {
    title: "Plan a Push",
    description: "Says what a push of setup files would do. Sends nothing.",
    icon: "git-compare",
  },
  vaultconn_request_review: {
    title: "Ask for a Review",
    description: "Puts setup files into Needs attention, with the agent's reason. Sends nothing.",
    icon: "comment-discussion",
  },
};
