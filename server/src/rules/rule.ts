import type { Location } from "vscode-languageserver";
import { EXPLANATIONS } from "../../../schemas/files.js";
import type { ReferenceKind, Span } from "../../../schemas/references.js";
import type { SeveritySetting } from "../../protocol/messages.js";
import { spanOf } from "../document/jsonTree.js";
import type { Setup } from "../document/setup.js";
import type { SetupFile, TargetName } from "../document/setupFile.js";

/** Maximum number of reported problems per file. */
export const MAX_PROBLEMS = 100;

export interface Problem extends Span {
  /** One sentence about what's wrong and how to fix it. Never quotes a value. Called only if the problem is shown. */
  readonly message: () => string;
  readonly related?: readonly RelatedPlace[];
  /** The name that the user probably meant. */
  readonly suggestion?: () => string | undefined;
}

export interface RelatedPlace {
  readonly place: Span | Location;
  readonly message: string;
}

export interface RuleContext {
  readonly plainTextSecret?: SeveritySetting;
  /** Within how many days the end of a credential is reported. */
  readonly expiryWarningDays?: number | undefined;
  /** In milliseconds since the epoch; the current time by default. */
  readonly now?: number;
  /** Whether Git tracks the file. */
  readonly tracked?: boolean | undefined;
  /** Whether the file's encoding isn't supported, so that characters are lost. */
  readonly notText?: boolean;
  /** Whether this name exists; undefined if unknown. */
  readonly exists?: (kind: ReferenceKind, name: string) => boolean | undefined;
  /** Why the `.env` file, which may have a variable that doesn't exist, can't be used: a sentence. */
  readonly envFileProblem?: string | undefined;
  /** Other files in the workspace that update the same connection: how many, and the first. */
  readonly sameTarget?: (target: TargetName) => { readonly count: number; readonly first: readonly Location[] };
}

export type Problems = Generator<Problem>;

export interface FileRule<Code extends string = string> {
  readonly code: Code;
  readonly severity: SeveritySetting;
  readonly check: (file: SetupFile, context: RuleContext) => Problems;
}

/** Rules by code, with their severity. If several are about one place, they're reported in this order. */
export type FileRules = readonly (readonly [code: string, SeveritySetting, FileRule["check"]])[];

export function characterAt(offset: number): Span {
  return { start: offset, end: offset + 1 };
}

/** Where to report what a setup without `type` lacks: at the key `setup`, or at a bare setup's opening brace. */
export function setupPlace({ property, object }: Setup): Span {
  return property ? spanOf(property.key) : characterAt(object.node.offset);
}

/** Where to report what a setup lacks: at the value of `type`, if it has one. */
export function typePlace(setup: Setup): Span {
  return setup.type?.value ? spanOf(setup.type.value) : setupPlace(setup);
}

export function explanationOf(code: string): string {
  return `${EXPLANATIONS}#${code}`;
}
