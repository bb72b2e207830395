import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import { providerTitle } from "../../../../schemas/providerTitles.js";
import { providerOf, referenceText } from "../../../../schemas/references.js";
import { joinSentences } from "../../text/locale.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import { batchFileProblem, type Provider } from "./definitions.js";
import { argumentsFor, pathIn } from "./paths.js";
import { presetOf, titleOf } from "./presets.js";
import { commandLine } from "./words.js";

/** Why a provider has no value for a path. Never contains a value. */
export interface ProviderFault {
  readonly kind: ProviderFaultKind;
  /** What happened and what to do. Names the provider and the path. */
  readonly text: string;
}

export type ProviderReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly fault: ProviderFault };

interface Details {
  readonly provider?: Provider;
  /** A sentence. */
  readonly detail?: string;
  /** An exit code, signal or error code. */
  readonly code?: number | string;
  /** The program that was found but ignored. */
  readonly ignored?: string;
}

/** @param name as in a reference: `op:Automation/Salesforce/credential`. */
export function refuse(kind: ProviderFaultKind, name: string, details: Details = {}): ProviderReading {
  const sentence = SENTENCES[kind](describe(name, details));
  return { ok: false, fault: { kind, text: joinSentences(sentence, details.detail ?? "") } };
}

/** `name`: the provider's name in references; `run`: how to see in a terminal what the program says. */
function describe(name: string, { provider, code = "", ignored = "" }: Details) {
  const called = providerOf(name).provider;
  const title = sanitizeText(provider ? titleOf(provider) : providerTitle(called), 60);
  return {
    reference: sanitizeText(referenceText({ kind: "provider", name }), 200),
    name: sanitizeText(called, 60),
    title,
    program: provider?.command[0] ?? title,
    preset: provider && presetOf(provider),
    run: provider ? inTerminal(provider, name) : "",
    ignored: sanitizeText(ignored, 200),
    code: String(code),
    seconds: String((provider?.timeoutMs ?? 0) / 1000),
  };
}

type About = ReturnType<typeof describe>;

const SENTENCES = {
  "not-run": ({ reference }) => l10n.t("{0} isn't read now: providers run only during a push.", reference),
  "not-defined": ({ reference, name }) =>
    l10n.t(
      "{0} names the provider {1}, which isn't defined on this computer. Add it to your user settings.",
      reference,
      name,
    ),
  invalid: ({ reference }) => l10n.t("{0} can't be read: its provider's definition is invalid.", reference),
  "bad-path": ({ reference }) => l10n.t("{0} wasn't read, and nothing was started.", reference),
  "not-installed": ({ reference, program, preset }) =>
    joinSentences(
      l10n.t("{0} can't be read: {1} isn't installed or not on PATH.", reference, program),
      preset ? l10n.t("Get it at {0}.", preset.install) : l10n.t("Install it, or correct the path."),
    ),
  "in-workspace": ({ reference, ignored }) =>
    l10n.t(
      "{0} can't be read: {1} is in the repository, so it isn't run. Install the program elsewhere, or change PATH.",
      reference,
      ignored,
    ),
  "batch-file": ({ reference, program }) =>
    joinSentences(l10n.t("{0} can't be read.", reference), batchFileProblem(program)),
  "not-started": ({ reference, program, code }) =>
    l10n.t("{0} can't be read: {1} didn't start ({2}). Check that you can run it.", reference, program, code),
  "signed-out": (about) => signedOut(about),
  missing: ({ reference, title }) => l10n.t("{0} doesn't exist in {1}. Correct the path.", reference, title),
  denied: ({ reference, title }) =>
    l10n.t("{0} can't be read: {1} denies access. Ask its administrator for permission.", reference, title),
  unreachable: ({ reference, title, run }) =>
    joinSentences(
      l10n.t("{0} can't be read: {1} couldn't be reached. Check the network and the path.", reference, title),
      run,
    ),
  limited: ({ reference, title, run }) =>
    joinSentences(l10n.t("{0} can't be read: {1} is limiting requests. Try again in a minute.", reference, title), run),
  "timed-out": ({ reference, program, seconds }) =>
    l10n.t(
      "{0} can't be read: {1} took longer than {2} s and was stopped. Check that it doesn't wait for input, or raise timeoutSeconds.",
      reference,
      program,
      seconds,
    ),
  cancelled: ({ reference }) => l10n.t("{0} wasn't read: you canceled it.", reference),
  failed: ({ reference, program, code, run }) =>
    joinSentences(
      code.startsWith("SIG")
        ? l10n.t("{0} can't be read: {1} was ended by {2}.", reference, program, code)
        : l10n.t("{0} can't be read: {1} failed with exit code {2}.", reference, program, code),
      run,
    ),
  "too-large": ({ reference, program }) =>
    l10n.t("{0} is refused: {1} printed more than 64 KB, which is too large to be a credential.", reference, program),
  "not-text": ({ reference, program }) =>
    l10n.t("{0} is refused: the output of {1} isn't UTF-8 text, or contains NUL.", reference, program),
  folder: ({ reference, title }) =>
    l10n.t("{0} is refused: it's a folder in {1}. Write the path of an entry.", reference, title),
  lines: ({ reference, name }) =>
    l10n.t(
      '{0} is refused: its value has several lines, and {1} gives only the first. For the whole value, define a provider with "output": "text".',
      reference,
      name,
    ),
  empty: ({ reference, program }) =>
    l10n.t("{0} is refused: {1} printed no value. Check the path.", reference, program),
  "no-field": ({ reference, program }) =>
    l10n.t(
      "{0} is refused: the output of {1} doesn't have that field with one value. Check the name after #.",
      reference,
      program,
    ),
} satisfies Readonly<Record<string, (about: About) => string>>;

export type ProviderFaultKind = keyof typeof SENTENCES;

function signedOut({ reference, title, preset, run }: About): string {
  const { signIn } = preset ?? {};
  if (preset && signIn === undefined)
    return joinSentences(
      l10n.t("{0} can't be read: {1} is locked or was canceled. Unlock it, and try again.", reference, title),
      run,
    );
  if (signIn === undefined)
    return l10n.t("{0} can't be read: {1} isn't signed in. Sign in to it in a terminal.", reference, title);
  return joinSentences(
    l10n.t("{0} can't be read: you aren't signed in to {1}.", reference, title),
    typeof signIn === "string"
      ? l10n.t("Run {0} in a terminal.", signIn)
      : l10n.t("Set the environment variable {0}.", signIn.variable),
  );
}

/** The program's own words may hold values, and the arguments of a user's command credentials. Neither is shown. */
function inTerminal(provider: Provider, name: string): string {
  const [program, ...args] = provider.command;
  if (!isDeepStrictEqual(args, presetOf(provider)?.command.slice(1)))
    return l10n.t("To see why, run the command of {0} in a terminal.", provider.name);
  const command = commandLine([program, ...argumentsFor(provider, pathIn(provider, name))]);
  return l10n.t("To see why, run this in a terminal: {0}", sanitizeText(command, 300));
}
