import * as l10n from "@vscode/l10n";
import { type EnvFault, readEnvFile } from "../../../schemas/envFile.js";
import { referenceText } from "../../../schemas/references.js";
import { joinSentences } from "../text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { FILE_SENTENCES, type FileFault, type NamedReference, type UnreadVariable } from "./referenceProblems.js";
import type { FileReading, SecretSources } from "./sources.js";

export type Variables = Readonly<Record<string, string | undefined>>;

/** The variables of a `.env` file. */
export interface EnvFileVariables {
  readonly names: readonly string[];
  /** Why it can't be used, as a sentence that names the setting or the file. */
  readonly problem?: string;
  get(name: string): string | UnreadVariable | undefined;
}

export const NO_VARIABLES: EnvFileVariables = { names: [], get: () => undefined };

/** @param file as in the setting. @returns no variables if it doesn't exist. */
export function variablesOf(reading: FileReading, file: string): EnvFileVariables {
  const shown = sanitizeText(file, 80);
  const unread = (name: string, why: string): UnreadVariable => ({
    kind: "unread",
    text: joinSentences(l10n.t("{0} can't be read from {1}.", sanitizeText(name, 80), shown), why),
  });
  if (!reading.ok) {
    const { fault } = reading;
    const problem = sentenceFor(fault, shown);
    return { names: [], problem, get: (name) => (fault === "not-found" ? undefined : unread(name, problem)) };
  }
  const { variables, fault } = readEnvFile(reading.text);
  const values = new Map<string, string | EnvFault>(variables.map(({ name, value }) => [name, value]));
  return {
    names: [...values.keys()],
    get: (name) => {
      const value = fault ?? values.get(name);
      return typeof value === "object" ? unread(name, envFaultSentence(value)) : value;
    },
  };
}

function sentenceFor(fault: FileFault, file: string): string {
  if (fault === "not-found") return l10n.t("The file {0} in the setting {1} doesn't exist.", file, "vaultconn.envFile");
  if (fault !== "absolute") return FILE_SENTENCES[fault](file);
  return l10n.t(
    "In the setting {0}, write the path relative to the workspace folder, or begin it with {1}.",
    "vaultconn.envFile",
    "${workspaceFolder}",
  );
}

/** The process's variables take precedence. @param process the live environment: on Windows, only that ignores case. */
export function createEnvironment(process: Variables, envFile: EnvFileVariables): SecretSources["environment"] {
  return (name) => variableIn(process, name) ?? envFile.get(name);
}

/** A name that has a value. */
export interface NameWithValue extends NamedReference {
  /** How messages about its own kind name it, if not as a reference. */
  readonly shown?: string;
}

/**
 * Finds what differs from a reference's name only in letter case, separators, and the beginning of the command line's
 * variables, or is of the other kind.
 * @param others those of the reference's own kind are preferred.
 * @returns how messages name it.
 */
export function similarName({ kind, name }: NamedReference, others: readonly NameWithValue[]): string | undefined {
  const sought = bare(name);
  const alike = others.filter((other) => bare(other.name) === sought);
  const found = alike.find((other) => other.kind === kind) ?? alike[0];
  return found && ((found.kind === kind ? found.shown : undefined) ?? referenceText(found));
}

function bare(name: string): string {
  return name
    .toUpperCase()
    .replace(/^(?:VAULTCONN_)?SECRET_/, "")
    .replaceAll(/[._-]/g, "");
}

/** Ignores inherited properties, such as `constructor`. */
export function variableIn(variables: Variables, name: string): string | undefined {
  const value: unknown = variables[name];
  return typeof value === "string" ? value : undefined;
}

const SENTENCES: Readonly<Record<EnvFault["kind"], (line: string) => string>> = {
  ambiguous: (line) =>
    l10n.t(
      "Programs read the value in line {0} differently. Put it in single quotes. If it contains one, use double quotes or an environment variable.",
      line,
    ),
  backslash: (line) =>
    l10n.t(
      "The value in line {0} ends with a backslash, which programs read differently, even in quotes. Use an environment variable for it.",
      line,
    ),
  repeated: (line) =>
    l10n.t("The name in line {0} has another value further up. Programs use the first or the last. Keep one.", line),
  "not-a-variable": (line) =>
    l10n.t("Line {0} isn't NAME=value. If it continues a value, put the whole value in single quotes.", line),
  "unclear-end": (line) =>
    l10n.t("It's unclear where the value that begins in line {0} ends. Put it in single quotes, and close them.", line),
  control: (line) =>
    l10n.t("Line {0} contains NUL or another control character. Remove it, or save the file as UTF-8.", line),
};

/** A sentence that says what to do. Never contains a value. */
export function envFaultSentence({ kind, line }: EnvFault): string {
  return SENTENCES[kind](String(line));
}
