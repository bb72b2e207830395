import * as l10n from "@vscode/l10n";
import { providerTitle } from "../../../schemas/providerTitles.js";
import { providerOf, referenceText } from "../../../schemas/references.js";
import { joinSentences } from "../text/locale.js";
import { sanitizeText } from "../text/sanitizeText.js";
import { batchFileProblem, type Provider } from "./definitions.js";
import { presetOf, titleOf, type Preset } from "./presets.js";

export type ProviderFaultKind =
  | "not-run"
  | "not-defined"
  | "invalid"
  | "bad-path"
  | "not-installed"
  | "batch-file"
  | "not-started"
  | "signed-out"
  | "missing"
  | "denied"
  | "timed-out"
  | "cancelled"
  | "failed"
  | "too-large"
  | "not-text"
  | "empty"
  | "no-field";

/** Why a provider has no value for a path. Never contains a value. */
export interface ProviderFault {
  readonly kind: ProviderFaultKind;
  /** What happened and what to do. Names the provider and the path. */
  readonly text: string;
}

export type ProviderReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly fault: ProviderFault };

/** `detail`: a sentence, or the end of the redacted error output. `code`: an exit code, signal or error code. */
export interface Details {
  readonly provider?: Provider;
  readonly detail?: string;
  readonly code?: number | string;
}

/** @param name as in a reference: `op:Automation/Salesforce/credential`. */
export function refuse(kind: ProviderFaultKind, name: string, details: Details = {}): ProviderReading {
  return { ok: false, fault: { kind, text: joinSentences(sentenceFor(kind, name, details), details.detail ?? "") } };
}

function sentenceFor(kind: ProviderFaultKind, name: string, { provider, code = "" }: Details): string {
  const reference = sanitizeText(referenceText({ kind: "provider", name }), 200);
  const title = sanitizeText(provider ? titleOf(provider) : providerTitle(providerOf(name).provider), 60);
  const preset = provider && presetOf(provider);
  const [program = title] = provider?.command ?? [];
  switch (kind) {
    case "not-run":
      return l10n.t("{0} isn't read now: providers run only during a push.", reference);
    case "not-defined":
      return l10n.t(
        "{0} names the provider {1}, which isn't defined on this computer. Add it to your user settings.",
        reference,
        sanitizeText(providerOf(name).provider, 60),
      );
    case "invalid":
      return l10n.t("{0} can't be read: its provider's definition is invalid.", reference);
    case "bad-path":
      return l10n.t("{0} wasn't read, and nothing was started.", reference);
    case "not-installed":
      return joinSentences(
        l10n.t("{0} can't be read: {1} isn't installed or not on PATH.", reference, program),
        preset ? l10n.t("Get it at {0}.", preset.install) : l10n.t("Install it, or correct the path."),
      );
    case "batch-file":
      return joinSentences(l10n.t("{0} can't be read.", reference), batchFileProblem(program));
    case "not-started":
      return l10n.t(
        "{0} can't be read: {1} didn't start ({2}). Check that you can run it.",
        reference,
        program,
        String(code),
      );
    case "signed-out":
      return signedOut(reference, title, preset?.signIn);
    case "missing":
      return l10n.t("{0} doesn't exist in {1}. Correct the path.", reference, title);
    case "denied":
      return l10n.t("{0} can't be read: {1} denies access. Ask its administrator for permission.", reference, title);
    case "timed-out":
      return l10n.t(
        "{0} can't be read: {1} took longer than {2} s and was stopped. Check that it doesn't wait for input, or raise timeoutSeconds.",
        reference,
        program,
        String((provider?.timeoutMs ?? 0) / 1000),
      );
    case "cancelled":
      return l10n.t("{0} wasn't read: you canceled it.", reference);
    case "failed":
      return l10n.t(
        "{0} can't be read: {1} failed with exit code {2}. Run it in a terminal.",
        reference,
        program,
        String(code),
      );
    case "too-large":
      return l10n.t(
        "{0} is refused: {1} printed more than 64 KB, which is too large to be a credential.",
        reference,
        program,
      );
    case "not-text":
      return l10n.t("{0} is refused: the output of {1} isn't UTF-8 text, or contains NUL.", reference, program);
    case "empty":
      return l10n.t("{0} is refused: {1} printed nothing. Check the path.", reference, program);
    case "no-field":
      return l10n.t(
        "{0} is refused: the output of {1} doesn't have that field. Check the name after #.",
        reference,
        program,
      );
  }
}

function signedOut(reference: string, title: string, signIn: Preset["signIn"] | undefined): string {
  if (signIn === undefined)
    return l10n.t("{0} can't be read: {1} isn't signed in. Sign in to it in a terminal.", reference, title);
  return joinSentences(
    l10n.t("{0} can't be read: you aren't signed in to {1}.", reference, title),
    typeof signIn === "string"
      ? l10n.t("Run {0} in a terminal.", signIn)
      : l10n.t("Set the environment variable {0}.", signIn.variable),
  );
}
