import * as l10n from "@vscode/l10n";
import { parseTree, type Node } from "jsonc-parser";
import type { Provider } from "./definitions.js";
import { refuse, type ProviderFaultKind, type ProviderReading } from "./faults.js";
import { findProgram, type ProgramScope } from "./findProgram.js";
import { argumentsFor, pathIn, pathProblem } from "./paths.js";
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
  const args = argumentsFor(provider, target);
  const run = await runProvider(provider, name, args, context, { signal });
  if ("ok" in run) return run;
  if (run.code === 0) return valueIn(provider, name, run.output);
  const kind = faultOf(provider, name, run);
  const [word, by] = presetOf(provider)?.probe ?? [];
  if (kind !== "missing" || by === undefined) return refuse(kind, name, { provider, code: run.code });
  const probed = args.map((argument) => (argument === word ? by : argument));
  const why = await runProvider(provider, name, probed, context, { signal });
  return "ok" in why ? why : refuse(faultOf(provider, name, why), name, { provider, code: run.code });
}

/** Runs a provider's program. @returns its output, or a fault if it didn't exit. */
export async function runProvider(
  provider: Provider,
  name: string,
  args: readonly string[],
  { home, ...scope }: ProviderContext,
  how: Pick<RunOptions, "signal" | "input">,
): Promise<Exited | ProviderReading> {
  const found = findProgram(provider.command, scope);
  if ("missing" in found)
    return refuse(found.missing, name, { provider, ...("file" in found && { ignored: found.file }) });
  const run = await runProgram(found.file, args, { ...how, env: found.env, home, timeoutMs: provider.timeoutMs });
  if (run.kind === "not-started") return refuse(run.kind, name, { provider, code: run.reason });
  return run.kind === "exited" ? run : refuse(run.kind, name, { provider });
}

function faultOf(provider: Provider, name: string, { errors, code }: Exited): ProviderFaultKind {
  // A shell didn't find or couldn't start a program.
  if (code === 126 || code === 127) return "failed";
  const { signedOut, missing, denied } = presetOf(provider) ?? ANY_PROGRAM;
  const said = withoutPath(errors.toLowerCase(), provider, name, [LIMITED, UNREACHABLE, signedOut, missing, denied]);
  // Programs that repeated a request say so with the same words as of a network that's gone.
  if (LIMITED.test(said)) return "limited";
  if (UNREACHABLE.test(said)) return "unreachable";
  if (signedOut.test(said)) return "signed-out";
  if (denied.test(said)) return "denied";
  return missing.test(said) ? "missing" : "failed";
}

/** Programs repeat the path, whose words say nothing about what happened. */
function withoutPath(errors: string, provider: Provider, name: string, patterns: readonly RegExp[]): string {
  const { path, field = "" } = pathIn(provider, name.toLowerCase());
  const parts = [path, field, ...path.split("/"), ...path.split(/[/\s]+/)].filter((part) => part !== "");
  const telling = parts.filter((part) => patterns.some((pattern) => pattern.test(part)));
  return telling.reduce((text, part) => text.replaceAll(part, ""), errors);
}

/** What services say of too many requests. */
const LIMITED =
  /throttl|rate.?limit|rate exceeded|too many requests|(?:request|quota) (?:limit )?exceeded|resource.?exhausted|(?:code|status|error):? 429/;

/** What runtimes say of a network: Go, Python, Node, Rust, .NET, and the programs of clouds. */
const UNREACHABLE =
  /dial (?:tcp|udp)|no such host|i\/o timeout|tls handshake|getaddrinfo|name resolution|name or service not known|(?:failed to|could ?n.t|could not be|could not) resolve|newconnectionerror|establish a new connection|max retries|econnrefused|etimedout|e(?:net|host)unreach|eai_again|error sending request|dns error|unable to find the server|(?:connect to the|timeout on) endpoint|network is unreachable|no route to host/;

const ANY_PROGRAM = {
  signedOut: /not (?:currently )?(?:signed|logged) in|(?:sign|log) ?in (?:first|required)|unauthenticated/i,
  missing: /not found|no such (?:item|secret|key|entry)|does(?: not|n't) exist/i,
  denied: /permission denied|access denied|forbidden/i,
};

function valueIn(provider: Provider, name: string, output: Buffer): ProviderReading {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(output);
  } catch {
    return refuse("not-text", name, { provider });
  }
  if (text.includes("\0")) return refuse("not-text", name, { provider });
  const value = text.replace(/(?<![\r\n])[\r\n]+$/, "");
  if (value.trim() === "") return refuse("empty", name, { provider });
  if (value === presetOf(provider)?.nothing) return refuse("missing", name, { provider });
  const { field, path } = pathIn(provider, name);
  if (presetOf(provider)?.output === "line" && isListing(value, path)) return refuse("folder", name, { provider });
  if (provider.output === "json" && field !== undefined) return fieldIn(provider, name, value, field);
  return provider.output === "line" ? firstLineOf(provider, name, value) : { ok: true, value };
}

/** Whether a password store has listed a folder: its path, and then a tree. An empty one has only its path. */
function isListing(text: string, path: string): boolean {
  const [line = "", next = ""] = text.split(/\r?\n/);
  return line.replace(/\/$/, "") === path.replace(/\/$/, "") || /^(?:[├└]|\|--|`--)/.test(next);
}

function firstLineOf(provider: Provider, name: string, text: string): ProviderReading {
  const [line = "", ...others] = text.split(/\r?\n/);
  if (others.length > 0 && (PART_OF_TEXT.test(line) || others.every((other) => isBase64(line, other))))
    return refuse("lines", name, { provider });
  return line.trim() === "" ? refuse("empty", name, { provider }) : { ok: true, value: line };
}

/** The beginning of a key, an object, a list, a document or `NAME: value` lines, or what a program says before a value. */
const PART_OF_TEXT = /^(?:\s*-{4,5} ?BEGIN |[{[]["{[\s]|[{[]$|---\s*$|[A-Za-z][\w -]*: |\p{So}\s|\(\*\) )/u;

/** Whether two lines are base64 text as programs wrap it. */
function isBase64(first: string, other: string): boolean {
  return /^(?:[\w+/]{64}|[\w+/]{76})$/.test(first) && /^[\w+/]*=*$/.test(other);
}

function fieldIn(provider: Provider, name: string, text: string, field: string): ProviderReading {
  const json = text.replace(/^\uFEFF/, "");
  const root = treeOf(json);
  if (!root) return refuse("no-field", name, { provider, detail: l10n.t("Its output isn't JSON.") });
  const node = childOf(root, field) ?? field.split(".").reduce(childOf, root);
  if (!node || !["string", "number", "boolean"].includes(node.type)) return refuse("no-field", name, { provider });
  // A number is sent as it's printed, such as 1.10.
  const value = node.type === "string" ? String(node.value) : json.slice(node.offset, node.offset + node.length);
  if (value.includes("\0")) return refuse("not-text", name, { provider });
  return value.trim() === "" ? refuse("empty", name, { provider }) : { ok: true, value };
}

/** @returns undefined if the text isn't JSON, or is nested too deeply. */
function treeOf(text: string): Node | undefined {
  try {
    JSON.parse(text);
    return parseTree(text);
  } catch {
    return undefined;
  }
}

/** @returns undefined for a property that occurs twice, because readers disagree about it. */
function childOf(node: Node | undefined, key: string): Node | undefined {
  const { type, children = [] } = node ?? {};
  if (type === "array") return /^\d+$/.test(key) ? children[Number(key)] : undefined;
  const [found, ...others] = children.filter(({ children: property }) => property?.[0]?.value === key);
  return type === "object" && others.length === 0 ? found?.children?.[1] : undefined;
}

type Exited = Extract<RunResult, { readonly kind: "exited" }>;
