import path from "node:path";
import * as l10n from "@vscode/l10n";
import { isProviderName } from "../../../../schemas/references.js";
import { isObject } from "../../text/json.js";
import { formatNarrowList } from "../../text/locale.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import { presetOf } from "./presets.js";

/** A program that prints a value, defined by the user in `vaultconn.secretProviders` or with `--providers`. */
export interface Provider {
  readonly name: string;
  /** The program (a name on PATH or an absolute path) and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly timeoutMs: number;
  readonly output: Output;
}

/** What of a program's output is the value: all of it, its first line, or a property. */
type Output = (typeof OUTPUTS)[number];

export interface InvalidProvider {
  readonly name: string;
  readonly problem: string;
}

export type Providers = ReadonlyMap<string, Provider | InvalidProvider>;

const DEFAULT_TIMEOUT_SECONDS = 30;
const MAX_TIMEOUT_SECONDS = 600;
const OUTPUTS = ["text", "line", "json"] as const;
const PROPERTIES = ["command", "timeoutSeconds", "output"];
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

/** Returns a sentence that names the provider that differs only in case, or an empty text. */
export function suggestionFor(provider: string, providers: Providers): string {
  const meant = namesOf(providers).find((name) => name.toLowerCase() === provider.toLowerCase());
  return meant === undefined ? "" : l10n.t("Did you mean {0}?", meant);
}

export function readProvider(name: string, definition: unknown): Provider | InvalidProvider {
  const given = isObject(definition) ? definition : {};
  const { command, timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, output } = given;
  const refused = (problem: string) => ({ name, problem });
  if (!isProviderName(name))
    return refused(
      l10n.t(
        "Begin the name with a letter. After that, use letters, digits, hyphens, and underscores, up to 50 characters. The names env, secret, and file are reserved.",
      ),
    );
  const unknown = Object.keys(given).find((property) => !PROPERTIES.includes(property));
  if (unknown !== undefined)
    return refused(
      l10n.t(
        "It has the unknown property {0}. Its properties are {1}.",
        sanitizeText(JSON.stringify(unknown), 60),
        formatNarrowList(PROPERTIES),
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
  const byDefault = presetOf({ command })?.output === "line" ? "line" : "text";
  const valid = output === undefined ? byDefault : OUTPUTS.find((one) => one === output);
  if (valid === undefined) return refused(l10n.t('output must be "text", "line", or "json".'));
  return { name, command, timeoutMs: timeoutSeconds * 1000, output: valid };
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
