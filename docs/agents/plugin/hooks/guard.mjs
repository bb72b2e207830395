#!/usr/bin/env node
/**
 * A guard for coding agents: their hooks run it before and after they use a tool, with the event on standard input. It
 * knows the events of Claude Code, Codex, Gemini CLI, Cursor, and Copilot CLI, and needs Node alone.
 *
 *   node guard.mjs [NAME...]
 *
 * Copy it beside the configuration of your agent: `.codex/hooks.json` (docs/agents/hooks/codex.json), `.gemini/settings.json`
 * (gemini.json), `.cursor/hooks.json` (cursor.json), or `.github/hooks/vaultconn.json` (copilot.json). Add the names of your
 * `--secrets` files behind `guard.mjs`.
 *
 * Before a tool is used, it refuses `vaultconn apply`, and commands and reads that name a `.env` file, a key file, or a
 * file with one of the names in the arguments, such as that of `--secrets`. After a setup file was edited, it runs
 * `vaultconn check`, and reports the problems. It lets pass what it doesn't understand: it's a rule, not a wall.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const NAMED = new Set(process.argv.slice(2));
const ENVIRONMENT_FILE = /^\.env(?:\.(?!(?:example|sample|template|dist)$)[^/\\]+)?$/i;
const KEY_FILE = /\.(?:pem|key|p8|p12|pfx)$/i;
/** Also as `npx vaultconn@1`, with its path, and with options before `apply`. */
const APPLY = /(?:^|[\s;&|(`"'/\\])vaultconn(?:@[\w.-]+|\.cmd|\.exe)?["']?\s(?:[^;&|\n]*\s)?apply(?=$|[\s;&|)`"'])/;
/** These read the files of `--secrets` and print no value. */
const READS_SECRETS = /^\s*(?:npx\s+(?:-\S+\s+)*)?(?:\S*[/\\])?vaultconn(?:@[\w.-]+|\.cmd|\.exe)?\s/;
const AFTER = /^(?:PostToolUse|AfterTool|afterFileEdit|postToolUse)$/;
const SETUP_FILE = ".vaultconn.json";

const event = parsed(readFileSync(0, "utf8"));
const input = parsed(event.tool_input ?? event.toolArgs);
const command = textOf(input.command ?? input.cmd ?? event.command);
const isPatch = command.startsWith("*** Begin Patch");
const paths = [
  ...[input.file_path, input.path, input.absolute_path, event.file_path].flat().filter(isText),
  ...[input.paths ?? []].flat().filter(isText),
  ...Array.from(command.matchAll(/^\*\*\* (?:Add|Update) File: (.+)$/gm), ([, path]) => path),
];
const isAfter = AFTER.test(event.hook_event_name ?? "") || "toolResult" in event || "tool_response" in event;

if (isAfter) {
  const problems = paths.filter((path) => path.endsWith(SETUP_FILE)).flatMap(problemsIn);
  if (problems.length > 0) report(problems.join("\n"));
} else {
  const reason = (isPatch ? undefined : reasonAgainst(command)) ?? paths.map(reasonAgainstFile).find(isText);
  if (reason !== undefined) refuse(`${reason} Ask the person to do it.`);
}

/** @returns why a command is refused; undefined if it isn't */
function reasonAgainst(text) {
  if (APPLY.test(text)) return "vaultconn apply sends to the service. Only a person pushes, after a review.";
  const others = text.split(/[;&|\n]+/).filter((part) => !READS_SECRETS.test(part));
  return others
    .flatMap((part) => part.split(/[\s"'`=<>(){},:@]+/))
    .map(reasonAgainstFile)
    .find(isText);
}

function reasonAgainstFile(path) {
  const name = path.split(/[/\\]/).at(-1) ?? "";
  const holdsSecrets = ENVIRONMENT_FILE.test(name) || KEY_FILE.test(name) || NAMED.has(name);
  return holdsSecrets ? `${name} may hold secrets, which no agent should read or change.` : undefined;
}

function problemsIn(path) {
  const cwd = isText(event.cwd) ? event.cwd : undefined;
  // On Windows, the command is a script for the command interpreter, which no path may be passed to: nothing runs there.
  const { error, status, stdout, stderr } = spawnSync("vaultconn", ["check", path], { encoding: "utf8", cwd });
  return error || status === 0 ? [] : [`${stdout}${stderr}`.trim()];
}

/** Keeps the tool from being used, in the form of the agent that sent the event. */
function refuse(reason) {
  if ("toolName" in event) write({ permissionDecision: "deny", permissionDecisionReason: reason });
  else if (/^before[A-Z]/.test(event.hook_event_name ?? ""))
    write({ permission: "deny", user_message: reason, agent_message: reason });
  else fail(reason);
}

/** Tells the agent what's wrong with the file that it wrote. */
function report(problems) {
  if ("toolName" in event) write({ additionalContext: problems });
  else if (event.hook_event_name === "afterFileEdit") write({ agent_message: problems });
  else fail(problems);
}

function write(answer) {
  console.log(JSON.stringify(answer));
}

/** Claude Code, Codex, and Gemini CLI take the exit code 2 for a no, and show the agent the reason. */
function fail(reason) {
  console.error(reason);
  process.exitCode = 2;
}

/** @returns an object; an empty one if it's none */
function parsed(value) {
  try {
    const result = isText(value) ? JSON.parse(value) : value;
    return typeof result === "object" && result !== null ? result : {};
  } catch {
    return {};
  }
}

function textOf(value) {
  return Array.isArray(value) ? value.filter(isText).join(" ") : isText(value) ? value : "";
}

function isText(value) {
  return typeof value === "string";
}
