import { readFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { readProviders, type Providers } from "../../core/providers/definitions.js";
import type { ReadProvider } from "../../core/secrets/sources.js";
import { providerOf } from "../../../schemas/references.js";
import type { CheckContext } from "../../../server/src/inspection/checkTexts.js";
import { ExitError } from "../exits.js";
import { reasonOf } from "../files/readText.js";

export interface ProviderOptions {
  readonly providers?: string;
}

export function withProviders(command: Command): Command {
  return command.option(
    "--providers <file>",
    "a JSON file with the programs for ${PROVIDER:PATH}, as in vaultconn.secretProviders",
  );
}

/** Reads the file of `--providers`. Without the option, there are no providers. @throws ExitError */
export function providersOf({ providers }: ProviderOptions, cwd: string): Providers {
  if (providers === undefined) return new Map();
  const refuse = (why: string): never => {
    throw new ExitError(`The providers file "${providers}" can't be used: ${why}.`);
  };
  let setting: unknown;
  try {
    setting = JSON.parse(readFileSync(path.resolve(cwd, providers), "utf8"));
  } catch (error) {
    return refuse(error instanceof SyntaxError ? "it isn't JSON" : reasonOf(error));
  }
  if (typeof setting !== "object" || setting === null || Array.isArray(setting)) refuse("it isn't an object");
  const read = readProviders(setting);
  for (const provider of read.values()) if ("problem" in provider) refuse(`${provider.name}: ${provider.problem}`);
  return read;
}

/** Tells rules whether a provider is defined. Returns undefined (unknown) if the file defines none. */
export function existsAmong(providers: Providers): NonNullable<CheckContext["exists"]> {
  return (kind, name) =>
    kind === "provider" && providers.size > 0 ? providers.has(providerOf(name).provider) : undefined;
}

/** Defers values to `apply`, because planning runs no programs. */
export function deferredProviders(providers: Providers): ReadProvider {
  return (name) => {
    const { provider } = providerOf(name);
    if (providers.has(provider)) return Promise.resolve({ ok: "deferred" });
    const text = `\${${name}} names the provider ${provider}, which isn't defined. Use --providers with a file that defines it.`;
    return Promise.resolve({ ok: false, fault: { kind: "not-defined", text } });
  };
}
