import type { Command, OptionValues } from "@commander-js/extra-typings";
import { suggestionFor, readProviders, type Providers } from "../../core/secrets/providers/definitions.js";
import type { ReadProvider } from "../../core/secrets/sources.js";
import { providerOf } from "../../../schemas/references.js";
import type { CheckContext } from "../../../server/src/library.js";
import { ExitError } from "../exits.js";
import { isObject, parseJsonc } from "../../core/text/json.js";
import type { Io } from "../io.js";
import { readSafeFile } from "./safeFile.js";

export interface ProviderOptions {
  readonly providers?: string;
}

export function withProviders<Arguments extends unknown[], Options extends OptionValues>(
  command: Command<Arguments, Options>,
) {
  return command.option(
    "--providers <file>",
    "a JSON file with the programs for ${PROVIDER:PATH}, like the setting vaultconn.secretProviders, outside the repository, with mode 644",
  );
}

/** Reads the file of `--providers`. Without the option, there are no providers. @throws ExitError */
export function providersOf(
  { providers: file }: ProviderOptions,
  root: string,
  { cwd, env }: Pick<Io, "cwd" | "env">,
): Providers {
  if (file === undefined) return new Map();
  const setting = parseJsonc(readSafeFile(file, { what: "providers file", cwd, env, root, isSecret: false }));
  const read = readProviders(setting);
  const [refused] = isObject(setting)
    ? [...read.values()].flatMap((one) => ("problem" in one ? `${one.name}: ${one.problem}` : []))
    : ["it isn't a JSON object."];
  if (refused !== undefined) throw new ExitError(`The providers file "${file}" can't be used: ${refused}`);
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
    const next = suggestionFor(provider, providers) || "Use --providers with a file that defines it.";
    const text = `\${${name}} names the provider ${provider}, which isn't defined. ${next}`;
    return Promise.resolve({ ok: false, fault: { kind: "not-defined", text } });
  };
}
