import type { DocumentUri, Range } from "vscode-languageserver";
import type { ReferenceKind, Span } from "../../../schemas/references.js";
import type { SeveritySetting } from "../../protocol/messages.js";
import type { JsonNode, Property } from "../document/tree.js";
import type { Setup, SetupFile } from "../document/setupFile.js";
import type { FieldValue } from "../document/values.js";

/** More problems than these aren't reported for one file. */
export const MAX_PROBLEMS = 100;

/** How serious a finding is; "off" means that it isn't reported at all. */
export type Severity = SeveritySetting;

/** Something to report about a file. Offsets are UTF-16 units from the beginning of the text. */
export interface Problem extends Span {
  /**
   * One sentence: what is wrong and what to do. Never quotes a value. Put
   * together only when the problem is really shown.
   */
  readonly message: () => string;
  readonly related?: readonly RelatedPlace[];
  /** What a quick fix needs to know, put together like the message. Holds names, never values. */
  readonly data?: () => ProblemDetails;
}

export interface RelatedPlace {
  readonly place: Span | { readonly uri: DocumentUri; readonly range: Range };
  readonly message: string;
}

/** What quick fixes read from a diagnostic's `data`, beside its code. */
export interface ProblemDetails {
  /** The property at fault, from the root down. */
  readonly path?: readonly (string | number)[];
  /** The name or word that is probably meant instead of the one that is written. */
  readonly suggestion?: string;
  readonly missing?: readonly string[];
  /** A property that is probably meant to be a missing field: rename it. */
  readonly rename?: { readonly from: string; readonly to: string };
  /** The variants in question, by number. */
  readonly variants?: readonly number[];
  /** Ways out of a conflict: the properties to remove so that a variant remains. */
  readonly resolutions?: readonly { readonly variant: number; readonly remove: readonly string[] }[];
  /** Values of `type` to choose from, the likeliest first. */
  readonly types?: readonly string[];
  readonly allowed?: readonly string[];
  readonly reference?: { readonly kind: ReferenceKind; readonly name: string };
  /** The property has its place at the root of a full file: turn the bare setup into one. */
  readonly fullFile?: boolean;
}

export interface RuleContext {
  readonly plainTextSecret?: Severity;
  /** Whether anyone who gets the repository gets the file with it. */
  readonly tracked?: boolean | undefined;
  /** The file is in no encoding that is read, so that characters of it are lost. */
  readonly notText?: boolean;
  /** Whether something with this name exists; undefined where no one has said which names do. */
  readonly exists?: (kind: ReferenceKind, name: string) => boolean | undefined;
  /** Where other files of the workspace update the same connection. */
  readonly sameTarget?: (
    id: string,
    tenant: string | undefined,
  ) => readonly { readonly uri: DocumentUri; readonly range: Range }[];
}

export interface FileRule {
  readonly code: string;
  readonly severity: Severity;
  readonly check: (file: SetupFile, report: (problem: Problem) => void, context: RuleContext) => void;
}

export interface ValueRule {
  readonly code: string;
  readonly severity: Severity;
  readonly applies: (value: FieldValue) => boolean;
  readonly message: (value: FieldValue, context: RuleContext) => string;
  readonly data?: (value: FieldValue) => ProblemDetails;
}

/** The part of the text a node takes. */
export function spanOf({ offset, length }: JsonNode): Span {
  return { start: offset, end: offset + length };
}

/** The first character of a node: the opening brace of an object. */
export function firstCharacter({ offset }: JsonNode): Span {
  return { start: offset, end: offset + 1 };
}

/** Where what a setup lacks is reported when it has no `type`: the key `setup`, or a bare setup's opening brace. */
export function setupPlace({ property, object }: Setup): Span {
  return property ? spanOf(property.key) : firstCharacter(object.node);
}

/** Where what a setup lacks is reported: the value of `type`, if it has one. */
export function typePlace(setup: Setup): Span {
  return setup.type?.value ? spanOf(setup.type.value) : setupPlace(setup);
}

/** The path of a property of the setup, from the root down. */
export function pathInSetup({ property }: Setup, { name }: Pick<Property, "name">): readonly string[] {
  return property ? [property.name, name] : [name];
}

/** Where each code is explained: a section of this page, named after the code. */
export const EXPLANATIONS = "https://github.com/vaultconn/vault-connections/blob/main/docs/diagnostics.md";

/** The address of the explanation of a code. */
export function explanationOf(code: string): string {
  return `${EXPLANATIONS}#${code}`;
}
