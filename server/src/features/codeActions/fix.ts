import type { Command } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { SetupFile } from "../../document/setupFile.js";
import type { Finding } from "../../rules/check.js";
import type { Span } from "../../rules/rule.js";
import type { Layout } from "../layout.js";
import type { Template } from "../snippet.js";
import type { ClientQueries } from "../../client/client.js";
import type { ClientSupport } from "../../client/support.js";

/** A replacement in the text, in UTF-16 units from its beginning. */
export interface Edit extends Span {
  readonly text: Template;
}

/** A way to mend one finding. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** What the client does in place of an edit. */
  readonly command?: Command;
  /** The one most people want. */
  readonly preferred?: boolean;
  /** Nobody could want anything else, so it is part of "fix all". */
  readonly certain?: boolean;
}

/** What fixes are made from. */
export interface FixContext {
  readonly document: TextDocument;
  readonly file: SetupFile;
  readonly layout: Layout;
  readonly findings: readonly Finding[];
  readonly support: ClientSupport;
  readonly queries: ClientQueries;
}

/** Finds the ways to mend a finding of one code. */
export type Fixer = (finding: Finding, context: FixContext) => readonly Fix[] | Promise<readonly Fix[]>;
