import type { Diagnostic } from "vscode-languageserver";

/** Something that checks the text of a setup file. */
export interface Contestant {
  readonly name: string;
  /**
   * From text to diagnostics, everything in between included; nothing is kept from one call to the next.
   * @param variant the number of the setup's variant, for those that cannot find it themselves.
   */
  readonly check: (text: string, variant: number) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
}

/** A schema as JSON has it. */
export type Schema = Readonly<Record<string, unknown>>;
