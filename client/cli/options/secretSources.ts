import type { Command, OptionValues } from "@commander-js/extra-typings";
import { readEnvFile } from "../../../schemas/envFile.js";
import { envFaultSentence, similarName, variableIn } from "../../core/secrets/environment.js";
import { createFileReader } from "../../core/secrets/createFileReader.js";
import type { SecretSources } from "../../core/secrets/sources.js";
import { memoize } from "../../core/text/memoize.js";
import { ExitError } from "../exits.js";
import type { Io } from "../io.js";
import { VARIABLES } from "./credentialLookup.js";
import { readFileOrDescriptor } from "./safeFile.js";

const SECRET = `${VARIABLES}SECRET_`;

export interface SecretOptions {
  readonly secrets?: string;
  readonly secretsFd?: string;
}

export function withSecrets<Options extends OptionValues>(command: Command<[], Options>) {
  return command
    .option(
      "--secrets <file>",
      "a file with NAME=value lines for ${secret:NAME}, in addition to VAULTCONN_SECRET_NAME, outside the repository, with mode 600",
    )
    .option("--secrets-fd <n>", "the number of a file descriptor to read such lines from");
}

export interface Secrets {
  readonly sourcesFor: (file: string) => SecretSources;
  /** Undefined if the value is that in the file of `--secrets`. */
  readonly variableFor: (secret: string) => string | undefined;
}

/**
 * Resolves `${secret:NAME}` from `VAULTCONN_SECRET_NAME` unless it's empty, then from the file of `--secrets`; `${env:NAME}` from the
 * environment, except for the command's own variables; and files below the root.
 * @param warn called if the file is used but would be safer elsewhere.
 * @throws ExitError
 */
export async function secretSources(
  options: SecretOptions,
  root: string,
  { cwd, env, stopping }: Pick<Io, "cwd" | "env" | "stopping">,
  warn: (sentence: string) => void,
): Promise<Secrets> {
  const ofFile = await readSecretsFile(options, { root, cwd, env, stopping, warn });
  const environment = (name: string) => variableIn(env, name);
  const inVariable = (name: string) => (environment(SECRET + name) === undefined ? variableOf(name) : SECRET + name);
  const inEnvironment = (name: string) => environment(inVariable(name));
  for (const [name, value] of ofFile) {
    const overruling = inEnvironment(name);
    if (overruling && overruling !== value)
      warn(`${inVariable(name)} and ${name} in the secrets file differ. The environment variable is used.`);
  }
  const withValues = [
    ...Object.keys(env).flatMap((variable) => {
      if (!environment(variable)?.trim()) return [];
      const prefix = variable.slice(0, SECRET.length).toUpperCase();
      if (prefix === SECRET) return { kind: "secret" as const, name: variable.slice(SECRET.length), shown: variable };
      return isOwn(variable) ? [] : { kind: "env" as const, name: variable };
    }),
    ...[...ofFile].flatMap(([name, value]) => (value.trim() === "" ? [] : { kind: "secret" as const, name })),
  ];
  return {
    variableFor: (name) => (ofFile.has(name) && (inEnvironment(name) ?? "") === "" ? undefined : inVariable(name)),
    sourcesFor: (file) => ({
      trusted: true,
      environment: (name) => (isOwn(name) ? undefined : environment(name)),
      secret: (name) =>
        Promise.resolve(
          (inEnvironment(name) ?? "") === "" ? (ofFile.get(name) ?? inEnvironment(name)) : inEnvironment(name),
        ),
      similar: (reference) => similarName(reference, withValues),
      // Reads each file once, so that `apply` sends what it planned.
      file: memoize(createFileReader(file, root)),
    }),
  };
}

/** Whether a variable is the command's own. */
function isOwn(variable: string): boolean {
  return variable.toUpperCase().startsWith(VARIABLES);
}

/** Refuses the whole file if any of it is unclear, because what's unclear may be the end of a value. */
async function readSecretsFile(
  { secrets: file, secretsFd: descriptor }: SecretOptions,
  where: Pick<Io, "cwd" | "env" | "stopping"> & { readonly root: string; readonly warn: (sentence: string) => void },
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  const { variables, fault } = readEnvFile((await readFileOrDescriptor("secrets", { file, descriptor }, where)) ?? "");
  const faults = fault ? [envFaultSentence(fault)] : [];
  for (const { name, value } of variables) {
    if (typeof value === "object") faults.push(envFaultSentence(value));
    else if (name.startsWith(SECRET)) faults.push(`Write ${name} as ${name.slice(SECRET.length)}.`);
    else values.set(name, value);
  }
  if (faults.length === 0) return values;
  const what = file === undefined ? "secrets of --secrets-fd" : `secrets file "${file}"`;
  throw new ExitError([`The ${what} can't be used, so nothing was sent:`, ...new Set(faults)]);
}

/** Returns the secret's variable, with characters replaced that a shell doesn't allow. */
export function variableOf(secret: string): string {
  return SECRET + secret.replace(/[.-]/g, "_");
}

/**
 * Finds secrets that share a variable, such as `a.b` and `a-b`, because one could be sent in place of the other.
 * @param references references in all files, even those that aren't sent now: the variable may be meant for them.
 * @returns a sentence for each such secret, by its name. It's the same for those that share one variable.
 */
export function sharedVariables(
  references: readonly { readonly kind: string; readonly name: string }[],
  secrets: Secrets,
): ReadonlyMap<string, string> {
  const names = [...new Set(references.flatMap(({ kind, name }) => (kind === "secret" ? [name] : [])))].sort();
  const sharing = Map.groupBy(names, (name) => secrets.variableFor(name));
  return new Map(
    [...sharing].flatMap(([variable, all]) => {
      if (variable === undefined || all.length < 2) return [];
      const text = `The secrets ${all.join(" and ")} share the variable ${variable}. Add them to the --secrets file, or rename them.`;
      return all.map((name) => [name, text] as const);
    }),
  );
}

/** @param references as above. @throws ExitError that lists all secrets that share a variable. */
export function refuseSharedVariables(references: Parameters<typeof sharedVariables>[0], secrets: Secrets): void {
  const shared = new Set(sharedVariables(references, secrets).values());
  if (shared.size > 0) throw new ExitError([...shared, "Nothing was sent."]);
}
