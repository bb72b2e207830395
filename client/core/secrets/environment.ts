import { parseEnv } from "node:util";

/** Variables by name, as `process.env` holds them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the text of a `.env` file: lines of `NAME=value`, comments, quotes, and
 * values of several lines in double quotes.
 */
export function parseEnvFile(text: string): Variables {
  return parseEnv(text.replace(/^\ufeff/, ""));
}

/**
 * Makes the lookup of environment variables. The process's own variables win
 * over a `.env` file, which is there to supply what the environment lacks.
 * @param process the live environment: on Windows only that ignores case.
 */
export function createEnvironment(process: Variables, envFile: Variables = {}): (name: string) => string | undefined {
  return (name) => own(process, name) ?? own(envFile, name);
}

/** Names such as `constructor` are variables like any other, and not set unless someone sets them. */
function own(variables: Variables, name: string): string | undefined {
  const value: unknown = variables[name];
  return typeof value === "string" ? value : undefined;
}
