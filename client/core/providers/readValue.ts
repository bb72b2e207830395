import * as l10n from "@vscode/l10n";
import { createRedactor } from "../service/redaction/redact.js";
import { parseJson } from "../text/json.js";
import { sanitizeText } from "../text/sanitizeText.js";
import { argumentsFor, pathIn, pathProblem, type Provider } from "./definitions.js";
import { refuse, type ProviderFaultKind, type ProviderReading } from "./faults.js";
import { findProgram, type ProgramScope } from "./findProgram.js";
import { presetOf } from "./presets.js";
import { runProgram, type RunOptions, type RunResult } from "./runProgram.js";

export interface ProviderContext extends ProgramScope, Pick<RunOptions, "env" | "home"> {}

/** Runs a provider for one path. @param name as in a reference: `op:Automation/Salesforce/credential`. */
export async function readValue(
  provider: Provider,
  name: string,
  context: ProviderContext,
  signal?: AbortSignal,
): Promise<ProviderReading> {
  const target = pathIn(provider, name);
  const problem = pathProblem(provider, target);
  if (problem !== undefined) return refuse("bad-path", name, { provider, detail: problem });
  const run = await runProvider(provider, name, argumentsFor(provider, target), context, { signal });
  if ("ok" in run) return run;
  const detail = lastWords(run, context.env);
  if (run.code !== 0) return refuse(faultOf(provider, run), name, { provider, detail, code: run.code });
  return valueIn(provider, name, run.output, detail);
}

/** Runs a provider's program. @returns its output, or a fault if it didn't exit. */
export async function runProvider(
  provider: Provider,
  name: string,
  args: readonly string[],
  { home, ...scope }: ProviderContext,
  how: Pick<RunOptions, "signal" | "input">,
): Promise<Exited | ProviderReading> {
  const found = await findProgram(provider.command[0], scope);
  if ("missing" in found) return refuse(found.missing, name, { provider });
  const run = await runProgram(found.file, args, { ...how, env: found.env, home, timeoutMs: provider.timeoutMs });
  if (run.kind === "not-started") return refuse(run.kind, name, { provider, code: run.reason });
  return run.kind === "exited" ? run : refuse(run.kind, name, { provider });
}

function faultOf(provider: Provider, { errors }: Exited): ProviderFaultKind {
  const { signedOut, missing, denied } = presetOf(provider) ?? ANY_PROGRAM;
  if (signedOut.test(errors)) return "signed-out";
  if (denied.test(errors)) return "denied";
  return missing.test(errors) ? "missing" : "failed";
}

const ANY_PROGRAM = {
  signedOut: /not (?:currently )?(?:signed|logged) in|(?:sign|log) ?in (?:first|required)|unauthenticated/i,
  missing: /not found|no such (?:item|secret|key|entry)|does(?: not|n't) exist/i,
  denied: /permission denied|access denied|forbidden/i,
};

function valueIn(provider: Provider, name: string, output: Buffer, detail: string): ProviderReading {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(output);
  } catch {
    return refuse("not-text", name, { provider });
  }
  if (text.includes("\0")) return refuse("not-text", name, { provider });
  const value = text.replace(/\r?\n$/, "");
  if (value.trim() === "") return refuse("empty", name, { provider, detail });
  if (value === presetOf(provider)?.nothing) return refuse("missing", name, { provider });
  const { field } = pathIn(provider, name);
  return provider.output === "json" && field !== undefined
    ? fieldIn(provider, name, value, field)
    : { ok: true, value };
}

function fieldIn(provider: Provider, name: string, text: string, field: string): ProviderReading {
  const json = parseJson(text);
  if (json === undefined) return refuse("no-field", name, { provider, detail: l10n.t("Its output isn't JSON.") });
  const value = own(json, field) ?? field.split(".").reduce(own, json);
  if (typeof value === "number" || typeof value === "boolean") return { ok: true, value: String(value) };
  if (typeof value !== "string") return refuse("no-field", name, { provider });
  if (value.includes("\0")) return refuse("not-text", name, { provider });
  return value === "" ? refuse("empty", name, { provider }) : { ok: true, value };
}

function own(json: unknown, key: string): unknown {
  return typeof json === "object" && json !== null && Object.hasOwn(json, key)
    ? (json as Record<string, unknown>)[key]
    : undefined;
}

type Exited = Extract<RunResult, { readonly kind: "exited" }>;

const MAX_LAST_WORDS_CHARACTERS = 500;
const ANSI = /\u001b\[[\d;?]*[ -/]*[@-~]/g;
const CREDENTIAL_VARIABLE = /token|session|secret|passw|key|credential/i;
/** Such as `XDG_SESSION_CLASS=user`, `DESKTOP_SESSION` or `SESSION_MANAGER`, whose values are ordinary words. */
const DESKTOP_VARIABLE = /^(?:XDG|DESKTOP|DBUS|GNOME|KDE)_|^SESSION/i;
/** The host of a URL, or a run that's so long that it may be a leaked value if it mixes letters and digits. */
const MIXED_RUN = /(?<=:\/\/)([a-z\d.-]+\.[a-z]{2,})(?=[:/\s]|$)|[^\s/\\:"'`(),;=@<>[\]{}]{12,}/g;

/** Returns the end of standard error, with everything redacted that's also on standard output. */
export function lastWords({ output, errors }: Pick<Exited, "output" | "errors">, env: ProviderContext["env"]): string {
  const printed = output.toString("utf8");
  const credentials = Object.entries(env).flatMap(([name, value]) =>
    CREDENTIAL_VARIABLE.test(name) && !DESKTOP_VARIABLE.test(name) ? (value ?? []) : [],
  );
  const known = [printed.trim(), ...printed.split(/\s+/), ...credentials].filter(({ length }) => length >= 4);
  const redacted = createRedactor(known)
    .redact(errors.replace(ANSI, "").slice(-4000))
    .replace(MIXED_RUN, (run, host?: string) =>
      host === undefined && /\d/.test(run) && /\p{L}/u.test(run) ? "[redacted]" : run,
    );
  // Another sentence follows, so it needs a period.
  const words = [...sanitizeText(redacted, 4000).replace(/[^.!?…]$/u, "$&.")];
  return words.length > MAX_LAST_WORDS_CHARACTERS
    ? `…${words.slice(1 - MAX_LAST_WORDS_CHARACTERS).join("")}`
    : words.join("");
}
