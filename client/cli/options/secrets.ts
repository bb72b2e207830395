import { existsSync } from "node:fs";
import { createEnvironment, parseEnvFile, type Variables } from "../../core/secrets/environment.js";
import { createFileReader } from "../../core/secrets/files.js";
import type { SecretSources } from "../../core/secrets/sources.js";
import type { Io } from "../io.js";
import { VARIABLES } from "./credentials.js";
import { readSafeFile, repositoryOf } from "./safeFile.js";
import type { SecretOptions } from "./shared.js";

const SECRET = `${VARIABLES}SECRET_`;

/** Where the values of references come from. */
export interface Secrets {
  /** For one setup file. */
  readonly sourcesFor: (file: string) => SecretSources;
  /** The variable a secret is looked for in; undefined where the file that was named has it. */
  readonly variableFor: (secret: string) => string | undefined;
}

/**
 * Prepares the lookup of references: `${secret:NAME}` in the file that was named, then in `VAULTCONN_SECRET_NAME`;
 * `${env:NAME}` in the environment, but not in what the command itself is told there; files below the root.
 * @param warn told of a file that is read, but would be safer elsewhere.
 * @throws Stop
 */
export function secretSources(
  { secrets }: SecretOptions,
  root: string,
  { cwd, env }: Pick<Io, "cwd" | "env">,
  warn: (sentence: string) => void,
): Secrets {
  const notIn = repositoryOf(root, existsSync);
  const given: Variables =
    secrets === undefined ? {} : parseEnvFile(readSafeFile(secrets, { what: "secrets file", cwd, notIn, warn }));
  const ofFile = createEnvironment(given);
  const environment = createEnvironment(env);
  const inVariable = (name: string) => (environment(SECRET + name) === undefined ? variableOf(name) : SECRET + name);
  return {
    variableFor: (name) => (ofFile(name) === undefined ? inVariable(name) : undefined),
    sourcesFor: (file) => {
      const read = createFileReader({ setupFile: file, workspaceFolder: root });
      // Each file is read once: what was planned is what is sent, though the file changes in between.
      const readings = new Map<string, ReturnType<typeof read>>();
      return {
        trusted: true,
        environment: (name) => (name.toUpperCase().startsWith(VARIABLES) ? undefined : environment(name)),
        secret: (name) => Promise.resolve(ofFile(name) ?? environment(inVariable(name))),
        file: (name) => {
          const reading = readings.get(name) ?? read(name);
          readings.set(name, reading);
          return reading;
        },
      };
    },
  };
}

/** The variable of a secret whose name no shell takes. */
export function variableOf(secret: string): string {
  return SECRET + secret.replace(/[.-]/g, "_");
}
