import type { Diagnostic } from "vscode-languageserver";

/** A schema as JSON has it. */
export type Schema = Readonly<Record<string, unknown>>;

/** From the text of a setup file to diagnostics. Nothing is kept from one call to the next. */
export type Check = (text: string) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>;

/** Something that checks setup files, loaded from a bundle of its own. */
export interface Contestant {
  readonly name: string;
  readonly check: Check;
}
