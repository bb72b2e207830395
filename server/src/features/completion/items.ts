import {
  type CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  type CancellationToken,
  type Command,
  type CompletionContext,
  type CompletionItem,
  type Position,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../../../../schemas/references.js";
import { rangeBetween, type Token } from "../../document/jsonTree.js";
import type { ClientQueries } from "../../client/languageClient.js";
import { type ClientSupport, takesCommand } from "../../client/support.js";
import { toMarkup } from "../describe.js";
import { relativeTo, toPlainText, toSnippet, type Template } from "../insertion.js";
import type { CursorContext } from "./outline.js";

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

export type Items = ReturnType<typeof createItems>;

/** Collects completions in the form that the client supports. */
export function createItems(document: TextDocument, target: Target, support: ClientSupport) {
  const { completionItem } = support.capabilities.textDocument?.completion ?? {};
  const { snippetSupport: snippets, insertReplaceSupport, labelDetailsSupport } = completionItem ?? {};
  const modes: readonly InsertTextMode[] = completionItem?.insertTextModeSupport?.valueSet ?? [];
  const insertTextMode = [InsertTextMode.asIs, InsertTextMode.adjustIndentation].find((mode) => modes.includes(mode));
  // A client without insert text modes indents the lines of snippets, but not of plain text.
  const isIndented = insertTextMode === undefined ? snippets : insertTextMode === InsertTextMode.adjustIndentation;
  const { cursor, commaAt } = target;
  const list: CompletionItem[] = [];
  const add = (draft: Draft): void => {
    const { label, kind, detail, documentation, command } = draft;
    const { start, end, text, canInsert } = placeOf(draft, target);
    const inserted = isIndented ? relativeTo(target.text, start, text) : text;
    const newText = snippets ? toSnippet(inserted) : toPlainText(inserted);
    const replace = rangeBetween(document, start, end);
    const inserts = canInsert && insertReplaceSupport && start <= cursor && cursor < end;
    list.push({
      label,
      kind,
      sortText: String(list.length).padStart(4, "0"),
      filterText: `${target.text[start] === '"' ? '"' : ""}${draft.filter ?? label}`,
      insertTextFormat: snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      ...(insertTextMode !== undefined && { insertTextMode }),
      textEdit: inserts
        ? { newText, insert: rangeBetween(document, start, cursor), replace }
        : { newText, range: replace },
      ...(commaAt !== undefined &&
        commaAt < start && {
          additionalTextEdits: [{ range: rangeBetween(document, commaAt, commaAt), newText: "," }],
        }),
      ...(detail !== undefined && { detail }),
      // Clients show only the focused item's detail, but every item's description. An ID alone says nothing.
      ...(detail !== undefined && labelDetailsSupport && { labelDetails: { description: detail } }),
      ...(documentation && { documentation: toMarkup(documentation, completionItem?.documentationFormat) }),
      ...(command && takesCommand(support, command.command) && { command }),
    });
  };
  return {
    list,
    add,
    /** Whether there are more items than these. */
    isIncomplete: false,
  };
}

/** Where to insert the text, and whether the client may insert instead of replace what's after the cursor. */
function placeOf(
  { replaces, text }: Draft,
  { start, end, content, isQuoted, commaAfter }: Target,
): Span & { readonly text: Template; readonly canInsert?: boolean } {
  if (typeof replaces === "object") return { ...replaces, text };
  if (replaces === "token") return { start, end, text };
  if (content && isQuoted && !commaAfter) return { ...content, text, canInsert: true };
  return { start, end, text: ['"', ...text, `"${commaAfter ? "," : ""}`] };
}

/** What an accepted completion replaces, and its surroundings. */
export interface Target {
  readonly text: string;
  readonly cursor: number;
  /** The token at the cursor, including quotes, or only the cursor. */
  readonly start: number;
  readonly end: number;
  /** The start of the property whose value is edited, or else the same as `start`. */
  readonly propertyStart: number;
  readonly content: Span | undefined;
  readonly isQuoted: boolean;
  /** Where a comma is missing before the token: the end of the previous token. */
  readonly commaAt: number | undefined;
  readonly commaAfter: boolean;
  readonly hasColon: boolean;
}

export function targetAt(text: string, cursor: number, place: CursorContext): Target {
  const { token, next, previous, frame, expects } = place;
  const start = token?.offset ?? cursor;
  const end = token?.end ?? cursor;
  const content = token?.kind === "string" ? contentOf(text, token) : undefined;
  return {
    text,
    cursor,
    start,
    end,
    propertyStart: place.property?.key.offset ?? start,
    content,
    isQuoted: content !== undefined && token?.open === false,
    commaAt: expects === "comma" && frame.kind === "object" ? previous?.end : undefined,
    commaAfter: next?.kind === "string" || next?.kind === "word",
    hasColon: next?.kind === ":",
  };
}

function contentOf(text: string, { offset, end, open }: Token): Span {
  const start = text[offset] === '"' ? offset + 1 : offset;
  return { start, end: open && start > offset ? end : end - 1 };
}
