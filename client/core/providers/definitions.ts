import path from "node:path";
import * as l10n from "@vscode/l10n";
import { isProviderName, providerOf } from "../../../schemas/references.js";

/** A program that prints a value, defined by the user in `vaultconn.secretProviders` or with `--providers`. */
export interface Provider {
  readonly name: string;
  /** The program (a name on PATH or an absolute path) and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly timeoutMs: number;
  readonly output: "text" | "json";
}

export interface InvalidProvider {
  readonly name: string;
  readonly problem: string;
}

export type Providers = ReadonlyMap<string, Provider | InvalidProvider>;

/** The part after the name in `${PROVIDER:PATH}` or `${PROVIDER:PATH#FIELD}`. */
interface ProviderPath {
  readonly path: string;
  readonly field?: string;
}

const DEFAULT_TIMEOUT_SECONDS = 30;
const MAX_TIMEOUT_SECONDS = 600;
const MAX_PATH_CHARACTERS = 1000;
const PLACEHOLDER = /\$\{(path|field)\}/g;
const CONTROL = /\p{Cc}/u;

/** @param setting an object with definitions by name. Anything else counts as empty. */
export function readProviders(setting: unknown): Providers {
  if (typeof setting !== "object" || setting === null || Array.isArray(setting)) return new Map();
  return new Map(Object.entries(setting).map(([name, definition]) => [name, readProvider(name, definition)]));
}

/** Returns the valid names, for the language server. */
export function namesOf(providers: Providers): readonly string[] {
  return [...providers.keys()].filter(isProviderName).sort();
}

export function readProvider(name: string, definition: unknown): Provider | InvalidProvider {
  const {
    command,
    timeoutSeconds = DEFAULT_TIMEOUT_SECONDS,
    output = "text",
  } = Object(definition) as Record<string, unknown>;
  const refused = (problem: string) => ({ name, problem });
  if (!isProviderName(name))
    return refused(
      l10n.t(
        "Begin the name with a letter. After that, use letters, digits, hyphens, and underscores, up to 50 characters. The names env, secret, and file are reserved.",
      ),
    );
  if (!isCommand(command))
    return refused(l10n.t("Its command must be an array of strings: a program and its arguments."));
  const [program, ...args] = command;
  if (isBatchFile(program)) return refused(batchFileProblem(program));
  if (!path.isAbsolute(program) && /[\\/]/.test(program))
    return refused(l10n.t("Write the program as a name on PATH or as an absolute path."));
  if (program.includes("${") || !args.some((argument) => argument.includes("${path}")))
    return refused(l10n.t("One of its arguments must contain {0}, and the program can't.", "${path}"));
  if (typeof timeoutSeconds !== "number" || !(timeoutSeconds >= 1 && timeoutSeconds <= MAX_TIMEOUT_SECONDS))
    return refused(l10n.t("timeoutSeconds must be a number from 1 to {0}.", String(MAX_TIMEOUT_SECONDS)));
  if (output !== "text" && output !== "json") return refused(l10n.t('output must be "text" or "json".'));
  return { name, command, timeoutMs: timeoutSeconds * 1000, output };
}

function isCommand(command: unknown): command is [string, ...string[]] {
  return (
    Array.isArray(command) &&
    command.length > 0 &&
    command[0] !== "" &&
    command.every((part) => typeof part === "string" && !CONTROL.test(part))
  );
}

/** Batch files need a shell, which would interpret quotes and `%NAME%` in their arguments. */
export function isBatchFile(program: string): boolean {
  return /\.(?:cmd|bat)$/i.test(program);
}

export function batchFileProblem(program: string): string {
  return l10n.t(
    "{0} is a batch file, which only a shell can start. Name the program behind it, an .exe file.",
    path.basename(program),
  );
}

/** Returns the program's name in lowercase, without its folder and `.exe`. */
export function programName(program: string): string {
  return program
    .replace(/^.*[\\/]/, "")
    .replace(/\.exe$/i, "")
    .toLowerCase();
}

/** Programs that may read arguments as code, so that a path could run something. */
const INTERPRETERS = new Set([
  ...["powershell", "pwsh", "cmd", "sh", "bash", "dash", "zsh", "fish", "ksh", "env", "busybox", "node", "nodejs"],
  ...["deno", "bun", "python", "perl", "ruby", "php", "lua", "awk", "osascript", "wsl", "ssh", "sudo", "doas", "su"],
]);
const PLAIN_PATH = /^[\p{L}\p{N} _./@:+=-]*$/u;

/** @param name as in a reference: `op:Automation/Salesforce/credential`. */
export function pathIn(provider: Provider, name: string): ProviderPath {
  const { path: whole } = providerOf(name);
  const hash = whole.lastIndexOf("#");
  return hash >= 0 && (provider.output === "json" || isFieldArgument(provider.command))
    ? { path: whole.slice(0, hash), field: whole.slice(hash + 1) }
    : { path: whole };
}

function isFieldArgument(command: readonly string[]): boolean {
  return command.some((argument) => argument.includes("${field}"));
}

/** Returns why a path is refused, or undefined if it's valid. */
export function pathProblem(provider: Provider, { path: target, field }: ProviderPath): string | undefined {
  const parts = field === undefined ? [target] : [target, field];
  if (parts.includes("")) return l10n.t("The path is empty.");
  if ([...parts.join("#")].length > MAX_PATH_CHARACTERS)
    return l10n.t("The path has more than {0} characters.", "1,000");
  if (parts.some((part) => CONTROL.test(part))) return l10n.t("The path contains control characters.");
  if (parts.some((part) => part.startsWith("-")))
    return l10n.t("The path begins with -, so the program would read it as an option.");
  if (field === undefined && isFieldArgument(provider.command))
    return l10n.t("The path has no field. Add one, such as {0}.", "#password");
  // Without a version, as in python3.12.
  const program = programName(provider.command[0]).replace(/[\d.]+$/, "");
  if (INTERPRETERS.has(program) && !parts.every((part) => PLAIN_PATH.test(part)))
    return l10n.t(
      "{0} reads its arguments as code, so the path can contain only letters, digits, spaces, and _ . / @ : + = -.",
      programName(provider.command[0]),
    );
  return undefined;
}

/** Replaces placeholders. Each argument stays one argument, whatever the path contains. */
export function argumentsFor({ command: [, ...args] }: Provider, { path: target, field = "" }: ProviderPath): string[] {
  return args.map((argument) => argument.replace(PLACEHOLDER, (_, part) => (part === "path" ? target : field)));
}
