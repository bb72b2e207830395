import * as l10n from "@vscode/l10n";
import { codePointOf, type Hidden, hiddenIn, hiddenInWord } from "../../../schemas/hidden.js";
import { isPlaceholder } from "../../../schemas/placeholders.js";
import type { Span } from "../../../schemas/references.js";
import type { SetupFile } from "../document/setupFile.js";
import { type JsonNode, type SyntaxErrorKind, type SyntaxFault, spanOf } from "../document/jsonTree.js";
import { characterAt, type Problems, type RuleContext } from "./rule.js";

/** Replaces bytes that can't be decoded. */
const REPLACEMENT = "\uFFFD";

/** The text isn't JSON with comments and trailing commas. */
export function* syntax(file: SetupFile, { notText }: RuleContext): Problems {
  const { syntaxFault, badValues, text } = file;
  const lost = notText ? Math.max(0, text.indexOf(REPLACEMENT)) : -1;
  if (lost >= 0)
    yield {
      ...characterAt(lost),
      message: () =>
        l10n.t(
          "A character was lost here because the file isn't UTF-8; save the file as UTF-8, and type the character again.",
        ),
    };
  if (syntaxFault) yield { ...spanOfFault(syntaxFault, file), message: () => messageOf(syntaxFault, file) };
  for (const fault of badValues) yield { ...spanOfFault(fault, file), message: () => messageOf(fault, file) };
}

/** Where to report a fault. At the end of the text, marks the last character. */
function spanOfFault({ kind, offset, length }: SyntaxFault, { text, tree }: SetupFile): Span {
  // If a key has no value, mark the key and not what follows it.
  const key = kind === "ColonExpected" && !beginsValue(text[offset]) ? keyBefore(tree, offset) : undefined;
  if (key) return spanOf(key);
  // For an unclosed comment, the scanner's length is one character too long.
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
  if (isExtraComma(fault, file)) return l10n.t("Unexpected comma; remove it.");
  if (kind === "ColonExpected" && length > 0 && !beginsValue(file.text[offset]))
    return l10n.t("This property has no value; add a colon and a value.");
  const isEnd =
    length === 0 && (kind === "PropertyNameExpected" || kind === "ValueExpected" || kind === "ColonExpected");
  if (isEnd)
    return l10n.t("The file ends too early; complete it, and add a closing brace or bracket for each open one.");
  return messageOfToken(fault, file) ?? MESSAGES[kind]();
}

/** The message for a token that shows what's wrong by itself. */
function messageOfToken({ kind, offset, length }: SyntaxFault, { text, tree }: SetupFile): string | undefined {
  if (offset === 0 && isPlaceholder(text))
    return l10n.t("Another tool keeps this file; let it put the content here, for example with git lfs pull.");
  const token = text.slice(offset, offset + length);
  if (token === "]" && (kind === "CommaExpected" || kind === "PropertyNameExpected"))
    return l10n.t("Unexpected bracket; remove it, or change it to a brace.");
  if (token === ":" && kind === "CommaExpected")
    return l10n.t("Unexpected colon; remove it, or add an opening brace before the property.");
  if (kind === "EndOfFileExpected" && tree?.type !== "object")
    return l10n.t("A setup file must be an object; put its properties in braces.");
  if (kind !== "InvalidSymbol") return undefined;
  if (isConflictMarker(token, text, offset))
    return l10n.t("This is a merge-conflict marker; keep one of the two sides, and remove all three markers.");
  const hidden = hiddenIn(token, true) ?? hiddenInWord(token);
  if (hidden) return HIDDEN[hidden.kind](hidden.character);
  if (/^:?=/.test(token)) return l10n.t("Unexpected equals sign; change it to a colon.");
  const key = keyBefore(tree, offset);
  if (key && text.slice(key.offset + key.length, offset).trim() === "") return MESSAGES.ColonExpected();
  if (token.startsWith(";"))
    return l10n.t("Unexpected semicolon; change it to a comma, or remove it after the last property.");
  return /[\p{L}\p{N}]/u.test(token)
    ? undefined
    : l10n.t("This isn't allowed here; remove it, or put it in double quotes if it's part of a string.");
}

function isConflictMarker(token: string, text: string, offset: number): boolean {
  return /^(?:<{7}|={7}|>{7}|\|{7})$/.test(token) && /^$|[\r\n]$/.test(text.slice(0, offset).slice(-1));
}

const HIDDEN: Readonly<Record<Hidden["kind"], (character: string) => string>> = {
  invisible: (character) => l10n.t("This is an invisible character ({0}); remove it.", codePointOf(character)),
  noBreakSpace: (character) => l10n.t("This is a no-break space ({0}); use a space.", codePointOf(character)),
  space: (character) => l10n.t("This is an unusual space ({0}); use a space.", codePointOf(character)),
  lookAlike: (character) =>
    l10n.t("This is a character that looks like another ({0}); type it again.", codePointOf(character)),
};

function valueMissing(): string {
  return l10n.t(
    "A value is missing; write a string in double quotes, a number, true, false, null, an object, or an array.",
  );
}

const MESSAGES: Readonly<Record<SyntaxErrorKind, () => string>> = {
  InvalidSymbol: () => l10n.t("This isn't JSON; put property names and strings in double quotes."),
  InvalidNumberFormat: () => l10n.t("This isn't a valid JSON number; correct it, or put it in double quotes."),
  PropertyNameExpected: () => l10n.t("A property name is missing; write it in double quotes."),
  ValueExpected: valueMissing,
  ColonExpected: () => l10n.t("A colon is missing between the property name and its value; add it."),
  CommaExpected: () => l10n.t("A comma is missing before this; add it."),
  CloseBraceExpected: () => l10n.t("The object isn't closed; add a closing brace."),
  CloseBracketExpected: () => l10n.t("The array isn't closed; add a closing bracket."),
  EndOfFileExpected: () => l10n.t("Unexpected text after the closing brace; remove it."),
  InvalidCommentToken: () => l10n.t("A comment isn't allowed here; remove it."),
  UnexpectedEndOfComment: () => l10n.t("The comment isn't closed; add */ where it ends."),
  UnexpectedEndOfString: () =>
    l10n.t("The string isn't closed; add a double quote where it ends, and write line breaks as \\n."),
  UnexpectedEndOfNumber: () => l10n.t("The number ends too early; complete it."),
  InvalidUnicode: () =>
    l10n.t("A \\u in this string needs four hexadecimal digits after it; add them, or write \\\\ for a backslash."),
  InvalidEscapeCharacter: () => l10n.t("This string has an invalid escape sequence; write \\\\ for a backslash."),
  InvalidCharacter: () =>
    l10n.t("This string has a control character; write a tab as \\t, and others as \\u and four hexadecimal digits."),
  "<unknown ParseErrorCode>": valueMissing,
};
