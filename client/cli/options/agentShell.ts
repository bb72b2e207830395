import type { Tenant } from "../../core/tenants/tenant.js";
import { EXITS, ExitError } from "../exits.js";
import type { Io } from "../io.js";

/**
 * Variables that coding agents set for the commands that they run. Those that a person's own terminal in such an editor
 * has, too, such as CURSOR_TRACE_ID, aren't among them, nor settings such as CODEX_HOME.
 */
export const AGENT_VARIABLES = [
  // Conventions across products.
  "AI_AGENT",
  "AGENT",
  // Claude Code
  "CLAUDECODE",
  // Cursor
  "CURSOR_AGENT",
  // Codex
  "CODEX_THREAD_ID",
  "CODEX_SANDBOX",
  "CODEX_CI",
  // Gemini CLI and Qwen Code
  "GEMINI_CLI",
  "QWEN_CODE",
  // GitHub Copilot CLI
  "COPILOT_CLI",
  // opencode, Augment, Cline, Amp, Antigravity, Goose
  "OPENCODE",
  "AUGMENT_AGENT",
  "CLINE_ACTIVE",
  "AMP_CURRENT_THREAD_ID",
  "ANTIGRAVITY_AGENT",
  "GOOSE_TERMINAL",
] as const;

/** Whether the environment says that a coding agent runs this command. In CI, a person has approved the job. */
function isAgentShell(env: Io["env"]): boolean {
  return !isSet(env["CI"]) && AGENT_VARIABLES.some((name) => isSet(env[name]));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^(?:0|false|no)?$/i.test(value.trim());
}

/**
 * Leaves it to a person to send to these tenants, unless each allows agents. It's a rail: an agent can change its
 * environment.
 *
 * @throws ExitError that has the command for the person
 */
export function guardAgents(tenants: readonly Tenant[], { env, args }: Pick<Io, "env" | "args">): void {
  if (!isAgentShell(env) || tenants.every(({ allowAgents }) => allowAgents === true)) return;
  const command = `vaultconn ${args.map(quote).join(" ")}` as const;
  throw new ExitError(`Nothing was sent: a coding agent runs this. Run it yourself: ${command}`, EXITS.failed, {
    code: "agent",
    next: command,
  });
}

/** Quotes an argument for a POSIX shell, if it needs that. */
function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
