import type { CompletionItemKind, ClientCapabilities, InsertTextMode } from "vscode-languageserver";
import type { InitializationOptions } from "../../protocol/messages.js";
import type { Client } from "../client.js";
import type { Server } from "./feature.js";

/** What a feature may ask the client for. A question the client does not take has no answer. */
export type ClientQueries = Pick<Client, "names" | "connections" | "fileState">;

/** What the client can take, read once from what it says of itself. */
export interface ClientSupport {
  /** Completion items may hold tab stops. */
  readonly snippets: boolean;
  /** Completion items may tell what to insert from what to replace. */
  readonly insertReplace: boolean;
  /** Completion items may ask to be inserted without any change of indentation. */
  readonly insertAsIs: boolean;
  readonly completionKinds: ReadonlySet<CompletionItemKind> | undefined;
  readonly completionMarkdown: boolean;
  readonly hoverMarkdown: boolean;
  /** Edits of the workspace may hold tab stops. */
  readonly snippetEdits: boolean;
  /** Edits of the workspace may name the version of the document they are for. */
  readonly versionedEdits: boolean;
  readonly hierarchicalSymbols: boolean;
  readonly lineFoldingOnly: boolean;
  readonly maxFoldingRanges: number;
  /** The client's own commands that may be named. */
  readonly commands: ReadonlySet<string>;
}

const AS_IS: InsertTextMode = 1;

/** Reads what a client can take from what it sent with `initialize`. */
export function clientSupport(capabilities: ClientCapabilities, options: InitializationOptions = {}): ClientSupport {
  const { completion, hover, foldingRange, documentSymbol } = capabilities.textDocument ?? {};
  const item = completion?.completionItem;
  const kinds = completion?.completionItemKind?.valueSet;
  const modes = item?.insertTextModeSupport?.valueSet;
  const edits = capabilities.workspace?.workspaceEdit;
  return {
    snippets: item?.snippetSupport === true,
    insertReplace: item?.insertReplaceSupport === true,
    insertAsIs: modes?.includes(AS_IS) === true,
    completionKinds: kinds && new Set(kinds),
    completionMarkdown: item?.documentationFormat?.includes("markdown") === true,
    hoverMarkdown: hover?.contentFormat?.includes("markdown") === true,
    snippetEdits: edits?.snippetEditSupport === true && edits.documentChanges === true,
    versionedEdits: edits?.documentChanges === true,
    hierarchicalSymbols: documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    lineFoldingOnly: foldingRange?.lineFoldingOnly === true,
    maxFoldingRanges: foldingRange?.rangeLimit ?? Infinity,
    commands: new Set(Array.isArray(options.commands) ? options.commands : []),
  };
}

/** The same for the client a server talks to. */
export function supportOf({ clientCapabilities, options }: Server): ClientSupport {
  return clientSupport(clientCapabilities, options);
}
