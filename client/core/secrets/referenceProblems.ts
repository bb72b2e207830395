import * as l10n from "@vscode/l10n";
import type { Action } from "../text/action.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { providerOf, type ReferenceKind } from "../../../schemas/references.js";
import type { ProviderFault } from "./providers/faults.js";
import { joinSentences } from "../text/locale.js";
import type { PropertyPath } from "./texts.js";

export interface NamedReference {
  readonly kind: ReferenceKind;
  readonly name: string;
}

/** Why a value prevents a push. Never contains the value. */
export interface ReferenceProblem {
  /** Undefined if the value has no reference. */
  readonly reference: NamedReference | undefined;
  readonly property: PropertyPath;
  /** Undefined if the reference was resolved, but its value is invalid. */
  readonly fault?: LookupFault;
  readonly text: string;
  /** From `LookupHints`. */
  readonly similar?: string | undefined;
  readonly next: Action;
}

export type LookupFault = BuiltInFault | ProviderFault | UnreadVariable;

/** Why a variable can't be read from a `.env` file, or isn't read because several secrets share it. */
export interface UnreadVariable {
  readonly kind: "unread" | "shared";
  /** What happened and what to do. */
  readonly text: string;
}

type BuiltInFault = "restricted" | "not-set" | "empty" | "storage-failed" | FileFault;

export interface PropertyReference extends NamedReference {
  readonly property: PropertyPath;
}

/** What messages about a missing value can name. */
export interface LookupHints {
  /** The `.env` file that's also read for variables. */
  readonly envFile?: string | undefined;
  /** Why that file can't be used. */
  readonly envFileProblem?: string | undefined;
  /** A variable or a reference that has a value, and almost the name of a secret or variable without one. */
  similar?(reference: NamedReference): string | undefined;
}

export function lookupProblem(at: PropertyReference, fault: LookupFault, hints: LookupHints): ReferenceProblem {
  const { property, ...reference } = at;
  const similar = fault === "not-set" || fault === "empty" ? hints.similar?.(reference) : undefined;
  const sentence = typeof fault === "string" ? sentenceFor(reference, fault, hints) : fault.text;
  const text = joinSentences(sentence, similar === undefined ? "" : similarSentence(similar));
  return { reference, property, fault, text, similar, next: stepFor(reference, fault) };
}

/** @param name from `LookupHints`. */
export function similarSentence(name: string): string {
  return l10n.t("Did you mean {0}, which has a value?", sanitizeText(name, 80));
}

/** Such as `env SALESFORCE_KEY` or `op Automation/Salesforce/credential`. */
export function describeReference({ kind, name }: NamedReference): string {
  if (kind !== "provider") return `${kind} ${sanitizeText(name, 80)}`;
  const { provider, path } = providerOf(name);
  return `${provider} ${sanitizeText(path, 80)}`;
}

function stepFor({ kind }: NamedReference, fault: LookupFault): Action {
  if (typeof fault !== "string") return ["not-defined", "invalid"].includes(fault.kind) ? "addProvider" : "showInFile";
  if (fault === "restricted") return "manageTrust";
  return kind === "file" ? "showInFile" : "storeSecret";
}

function sentenceFor(
  { kind, name }: NamedReference,
  fault: BuiltInFault,
  { envFile, envFileProblem }: LookupHints,
): string {
  const what = sanitizeText(name, 80);
  switch (fault) {
    case "restricted":
      return l10n.t("References are resolved only in a trusted workspace.");
    case "not-set":
      if (kind === "secret") return l10n.t("No secret named {0} is stored.", what);
      if (envFile === undefined || envFileProblem !== undefined)
        return joinSentences(
          l10n.t("The environment variable {0} isn't set where VS Code was started.", what),
          envFileProblem ?? "",
        );
      return l10n.t(
        "The environment variable {0} isn't set where VS Code was started, or in {1}.",
        what,
        sanitizeText(envFile, 80),
      );
    case "empty":
      if (kind === "env") return l10n.t("The environment variable {0} is empty where VS Code was started.", what);
      return kind === "secret" ? l10n.t("The secret {0} is empty.", what) : l10n.t("The file {0} is empty.", what);
    case "storage-failed":
      return l10n.t("The secret {0} couldn't be read from VS Code's secret storage.", what);
    default:
      return FILE_SENTENCES[fault](what);
  }
}

export const FILE_SENTENCES = {
  "no-folder": (file: string) =>
    l10n.t("The file {0} wasn't read. The setup file must be in a workspace folder on this computer.", file),
  absolute: (file: string) => l10n.t("The file {0} wasn't read. Write its path relative to the setup file.", file),
  outside: (file: string) => l10n.t("The file {0} wasn't read because it's outside the workspace folder.", file),
  "not-found": (file: string) => l10n.t("The file {0} wasn't found.", file),
  "not-a-file": (file: string) => l10n.t("{0} isn't a file.", file),
  "too-large": (file: string) => l10n.t("The file {0} is too large to be a credential.", file),
  "not-text": (file: string) => l10n.t("The file {0} isn't text in UTF-8 or UTF-16. Save it as UTF-8.", file),
  unreadable: (file: string) => l10n.t("The file {0} couldn't be read.", file),
};

export type FileFault = keyof typeof FILE_SENTENCES;
