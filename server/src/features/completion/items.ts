import {
  type CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  type CancellationToken,
  type Command,
  type CompletionClientCapabilities,
  type CompletionContext,
  type CompletionItem,
  type Position,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../../../../schemas/references.js";
import { rangeBetween } from "../../document/jsonTree.js";
import { takesCommand, type ClientQueries, type ClientSupport } from "../../client/languageClient.js";
import { toMarkup } from "../describe.js";
import { relativeTo, toPlainText, toSnippet, type Template } from "../insertion.js";
import type { Target } from "./target.js";

export interface CompletionRequest {
  readonly document: TextDocument;
  readonly position: Position;
  readonly context?: CompletionContext | undefined;
  /** The references to providers in the workspace's setup files: `op:Automation/Salesforce/credential`. */
  readonly usedPaths?: () => Promise<readonly string[]>;
  readonly client: ClientQueries;
  readonly token: CancellationToken;
}

export interface Draft {
  readonly label: string;
  readonly kind: CompletionItemKind;
  readonly detail?: string;
  /** The text to match what's typed, without quotes. The label by default. */
  readonly filter?: string;
  readonly text: Template;
  /**
   * "content": replaces the text between the quotes, and adds quotes if there are none. "token": contains quotes, and
   * replaces the existing ones.
   */
  readonly replaces: "content" | "token" | Span;
  /** Blocks of Markdown. */
  readonly documentation?: readonly string[];
  readonly command?: Command;
}

export class Items {
  readonly #document: TextDocument;
  readonly #target: Target;
  readonly #support: ClientSupport;
  readonly list: CompletionItem[] = [];
  /** Whether there are more items than these. */
  isIncomplete = false;

  constructor(document: TextDocument, target: Target, support: ClientSupport) {
    this.#document = document;
    this.#target = target;
    this.#support = support;
  }

  get #itemSupport(): NonNullable<CompletionClientCapabilities["completionItem"]> | undefined {
    return this.#support.capabilities.textDocument?.completion?.completionItem;
  }

  add(draft: Draft): void {
    const { label, kind, detail, documentation, command } = draft;
    const { start, end, text, canInsert = false } = this.#place(draft);
    const {
      snippetSupport: snippets,
      insertTextModeSupport,
      documentationFormat,
      labelDetailsSupport,
    } = this.#itemSupport ?? {};
    const modes: readonly InsertTextMode[] = insertTextModeSupport?.valueSet ?? [];
    const insertTextMode = [InsertTextMode.asIs, InsertTextMode.adjustIndentation].find((mode) => modes.includes(mode));
    // A client without insert text modes indents the lines of snippets, but not of plain text.
    const isIndented = insertTextMode === undefined ? snippets : insertTextMode === InsertTextMode.adjustIndentation;
    const inserted = isIndented ? relativeTo(this.#target.text, start, text) : text;
    const newText = snippets ? toSnippet(inserted) : toPlainText(inserted);
    const quoted = this.#target.text[start] === '"';
    this.list.push({
      label,
      kind,
      sortText: String(this.list.length).padStart(4, "0"),
      filterText: `${quoted ? '"' : ""}${draft.filter ?? label}`,
      insertTextFormat: snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      ...(insertTextMode !== undefined && { insertTextMode }),
      textEdit: this.#edit(start, end, newText, canInsert),
      ...this.#missingComma(start),
      ...(detail !== undefined && { detail }),
      // Clients show only the focused item's detail, but every item's description. An ID alone says nothing.
      ...(detail !== undefined && labelDetailsSupport && { labelDetails: { description: detail } }),
      ...(documentation && { documentation: toMarkup(documentation, documentationFormat) }),
      ...(command && takesCommand(this.#support, command.command) && { command }),
    });
  }

  /** Where to insert the text, and whether the client may insert instead of replace what's after the cursor. */
  #place({ replaces, text }: Draft): Span & { readonly text: Template; readonly canInsert?: boolean } {
    const { start, end, content, isQuoted, commaAfter } = this.#target;
    if (typeof replaces === "object") return { ...replaces, text };
    if (replaces === "token") return { start, end, text };
    if (content && isQuoted && !commaAfter) return { ...content, text, canInsert: true };
    return { start, end, text: ['"', ...text, `"${commaAfter ? "," : ""}`] };
  }

  #edit(start: number, end: number, newText: string, canInsert: boolean): NonNullable<CompletionItem["textEdit"]> {
    const { cursor } = this.#target;
    const replace = rangeBetween(this.#document, start, end);
    if (!canInsert || !this.#itemSupport?.insertReplaceSupport || cursor < start || cursor >= end)
      return { range: replace, newText };
    return { newText, insert: rangeBetween(this.#document, start, cursor), replace };
  }

  #missingComma(start: number): { additionalTextEdits?: TextEdit[] } {
    const { commaAt } = this.#target;
    if (commaAt === undefined || commaAt >= start) return {};
    return { additionalTextEdits: [{ range: rangeBetween(this.#document, commaAt, commaAt), newText: "," }] };
  }
}
