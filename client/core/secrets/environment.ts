import { parseEnv } from "node:util";

export type Variables = Readonly<Record<string, string | undefined>>;

export function parseEnvFile(text: string): Variables {
  return parseEnv(text.replace(/^\ufeff/, ""));
}

/** The process's variables take precedence. @param process the live environment: on Windows, only that ignores case. */
export function createEnvironment(process: Variables, envFile: Variables = {}): (name: string) => string | undefined {
  return (name) => own(process, name) ?? own(envFile, name);
}

/** Ignores inherited properties, such as `constructor`. */
function own(variables: Variables, name: string): string | undefined {
  const value: unknown = variables[name];
  return typeof value === "string" ? value : undefined;
}
