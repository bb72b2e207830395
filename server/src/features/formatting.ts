import * as jsonc from "jsonc-parser";
import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  FormattingOptions,
  Range,
  TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../document/setupFile.js";
import { rangeBetween } from "../document/jsonTree.js";
import type { Feature } from "./feature.js";
import { layoutOf } from "./insertion.js";

type FormattingParams = DocumentFormattingParams & Partial<DocumentRangeFormattingParams>;

/** Nobody indents that far, and a client may send any number. */
const MAX_TAB_SIZE = 64;

/** Without line breaks, since formatting would remove the new line. */
const TRIGGERS = { firstTriggerCharacter: "}", moreTriggerCharacter: ["]"] };

/** Formats a file, a range, or the lines around typed text. */
export const formatting: Feature = {
  capabilities: () => ({
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentOnTypeFormattingProvider: TRIGGERS,
  }),
  register(connection, { answerAbout }) {
    const format = answerAbout("Formatting", [], (document, { options, range }: FormattingParams) =>
      formatEdits(document, options, range),
    );
    connection.onDocumentFormatting(format);
    connection.onDocumentRangeFormatting(format);
    connection.onDocumentOnTypeFormatting(
      answerAbout("Formatting while typing", [], (document, { options, position }: DocumentOnTypeFormattingParams) =>
        formatEdits(document, options, {
          start: { line: Math.max(0, position.line - 1), character: 0 },
          end: position,
        }),
      ),
    );
  },
};

/**
 * The edits that format a document, or only those that end in the lines of a range. Empty if there's a syntax error,
 * since the indentation would be a guess.
 */
export function formatEdits(document: TextDocument, options: FormattingOptions, range?: Range): TextEdit[] {
  const { text, tree, syntaxFault, tooLargeAt } = setupFileOf(document);
  if (!tree || syntaxFault || tooLargeAt !== undefined) return [];
  const end = text.trimEnd().length;
  const { insertSpaces } = options;
  const tabSize = Math.max(0, Math.min(options.tabSize, MAX_TAB_SIZE));
  const eol = layoutOf(text).lineBreak;
  const edits = jsonc.format(text.slice(0, end), undefined, { tabSize, insertSpaces, eol });
  const lineBreaks = finalLineBreaks(text, end, options);
  if (text.slice(end) !== lineBreaks) edits.push({ offset: end, length: text.length - end, content: lineBreaks });
  const all = edits.map(({ offset, length, content }) => ({
    range: rangeBetween(document, offset, offset + length),
    newText: content,
  }));
  return range
    ? all.filter((edit) => edit.range.end.line >= range.start.line && edit.range.end.line <= range.end.line)
    : all;
}

function finalLineBreaks(text: string, end: number, options: FormattingOptions): string {
  const { insertFinalNewline, trimFinalNewlines } = options;
  const [first = insertFinalNewline ? layoutOf(text).lineBreak : "", ...others] =
    text.slice(end).match(/\r?\n|\r/g) ?? [];
  return trimFinalNewlines ? first : [first, ...others].join("");
}
