import * as l10n from "@vscode/l10n";
import type { Span } from "../../../schemas/references.js";
import type { SetupFile } from "../document/setupFile.js";
import type { JsonNode, SyntaxErrorKind, SyntaxFault } from "../document/tree.js";
import { type FileRule, spanOf } from "./rule.js";

/** What whoever reads a file puts in the place of bytes that are no text. */
const REPLACEMENT = "\uFFFD";

/** The text is not JSON with comments and trailing commas. */
export const syntax: FileRule = {
  code: "syntax",
  severity: "error",
  check(file, report, { notText }) {
    const { syntaxFault, badValues, text } = file;
    const lost = notText ? Math.max(0, text.indexOf(REPLACEMENT)) : -1;
    if (lost >= 0)
      report({
        start: lost,
        end: lost + 1,
        message: () =>
          l10n.t("A character was lost here, since the file is not in UTF-8; save it as UTF-8 and write it anew."),
      });
    if (syntaxFault) report({ ...placeOf(syntaxFault, file), message: () => messageOf(syntaxFault, file) });
    for (const fault of badValues) report({ ...placeOf(fault, file), message: () => messageOf(fault, file) });
  },
};

/** At the end of the text there is no token to mark, so the last one is marked. */
function placeOf({ kind, offset, length }: SyntaxFault, { text, tree }: SetupFile): Span {
  // What follows a key that is only half typed is not what is wrong.
  const key = kind === "ColonExpected" && !beginsValue(text[offset]) ? keyBefore(tree, offset) : undefined;
  if (key) return spanOf(key);
  // The scanner takes a comment that is not closed for one character longer than the text.
  if (length > 0) return { start: offset, end: Math.min(offset + length, text.length) };
  const end = text.slice(0, offset).trimEnd().length;
  return { start: Math.max(0, end - 1), end };
}

function beginsValue(character: string | undefined): boolean {
  return character !== undefined && !",}]:".includes(character);
}

/** The key of the last property that begins before an offset, if it has no value. */
function keyBefore(tree: JsonNode | undefined, offset: number): JsonNode | undefined {
  const last = tree?.children?.findLast((child) => child.offset < offset);
  if (last?.type !== "property") return last && keyBefore(last, offset);
  const [key, value] = last.children ?? [];
  return value ? keyBefore(value, offset) : key;
}

function isExtraComma({ kind, offset }: SyntaxFault, { text }: SetupFile): boolean {
  if (text[offset] !== ",") return false;
  return kind === "PropertyNameExpected" || (kind === "ValueExpected" && /[[,]\s*$/.test(text.slice(0, offset)));
}

function messageOf(fault: SyntaxFault, file: SetupFile): string {
  const { kind, offset, length } = fault;
  if (isExtraComma(fault, file)) return l10n.t("There is a comma too many here; remove it.");
  if (kind === "ColonExpected" && length > 0 && !beginsValue(file.text[offset]))
    return l10n.t("This property has no value; add a colon and the value.");
  const isEnd =
    length === 0 && (kind === "PropertyNameExpected" || kind === "ValueExpected" || kind === "ColonExpected");
  if (isEnd)
    return l10n.t("The file breaks off here; complete it, and add a closing brace or bracket for each open one.");
  return messageOfToken(fault, file) ?? MESSAGES[kind]();
}

/** What is wrong with a token that says it by itself. */
function messageOfToken({ kind, offset, length }: SyntaxFault, { text, tree }: SetupFile): string | undefined {
  const token = text.slice(offset, offset + length);
  if (token === "]" && (kind === "CommaExpected" || kind === "PropertyNameExpected"))
    return l10n.t("There is no array to close here. Remove the bracket, or change it to a brace.");
  if (token === ":" && kind === "CommaExpected")
    return l10n.t("There is a colon too many here. Remove it, or add the brace of an object before the property.");
  if (kind === "EndOfFileExpected" && tree?.type !== "object")
    return l10n.t("A setup file is an object; put its properties in braces.");
  if (kind !== "InvalidSymbol") return undefined;
  if (/^:?=/.test(token))
    return l10n.t("A colon separates a property name from its value. Change the equals sign to a colon.");
  const key = keyBefore(tree, offset);
  if (key && text.slice(key.offset + key.length, offset).trim() === "") return MESSAGES.ColonExpected();
  if (token.startsWith(";"))
    return l10n.t(
      "A comma separates properties. Change the semicolon to a comma, or remove it after the last property.",
    );
  return /[\p{L}\p{N}]/u.test(token)
    ? undefined
    : l10n.t("This can't stand here. Remove it, or put it in double quotes if it's part of a string.");
}

function valueMissing(): string {
  return l10n.t(
    "A value is missing here; write a text in double quotes, a number, true, false, null, an object or an array.",
  );
}

const MESSAGES: Readonly<Record<SyntaxErrorKind, () => string>> = {
  InvalidSymbol: () => l10n.t("This isn't JSON. Put property names and strings in double quotes."),
  InvalidNumberFormat: () => l10n.t("This is not a number as JSON writes it; correct it, or put it in double quotes."),
  PropertyNameExpected: () => l10n.t("A property name is missing here; write it in double quotes."),
  ValueExpected: valueMissing,
  ColonExpected: () => l10n.t("A colon is missing here, between the property name and its value."),
  CommaExpected: () => l10n.t("A comma is missing before this."),
  CloseBraceExpected: () => l10n.t("The object isn't closed. Add a closing brace."),
  CloseBracketExpected: () => l10n.t("The array isn't closed. Add a closing bracket."),
  EndOfFileExpected: () => l10n.t("The file ends before this; remove what follows the closing brace."),
  InvalidCommentToken: () => l10n.t("A comment cannot stand here; remove it."),
  UnexpectedEndOfComment: () => l10n.t("The comment is not closed; add */ where it ends."),
  UnexpectedEndOfString: () =>
    l10n.t("The text is not closed; add a double quote where it ends, and write line breaks as \\n."),
  UnexpectedEndOfNumber: () => l10n.t("The number breaks off; complete it."),
  InvalidUnicode: () =>
    l10n.t(
      "A \\u in this text is not followed by four hexadecimal digits; complete it, or write \\\\ for a backslash.",
    ),
  InvalidEscapeCharacter: () =>
    l10n.t("This text has a backslash before a character that takes none; write \\\\ for a backslash."),
  InvalidCharacter: () =>
    l10n.t(
      "This text has a control character in it; write a tab as \\t and others as \\u and four hexadecimal digits.",
    ),
  "<unknown ParseErrorCode>": valueMissing,
};
