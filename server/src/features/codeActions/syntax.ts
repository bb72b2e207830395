import * as l10n from "@vscode/l10n";
import { parseText, type SyntaxErrorKind, type SyntaxFault } from "../../document/tree.js";
import { endOfLine, indentationAt, layoutOf } from "../layout.js";
import { tokensOf } from "../tokens.js";
import { replace } from "./edits.js";
import type { Edit, Fix, Fixer } from "./fix.js";

const PEM_IN_LINES = /^"-----BEGIN [^"]*-----END [A-Z \d]+-----\s*"/;
const MAX_PEM = 20_000;

/** Slips of JSON whose repair is plain. One that does not bring the parser any further is not offered. */
export const syntax: Fixer = (finding, { file: { text, syntaxFault, badValues } }) => {
  const fault = badValues.find((bad) => bad.offset === finding.problem.start) ?? syntaxFault;
  const repair = fault && REPAIRS[fault.kind]?.(text, fault);
  return fault && repair && helps(text, repair, fault) ? [{ ...repair, preferred: true }] : [];
};

function helps(text: string, { edits }: Fix, fault: SyntaxFault): boolean {
  const repaired = edits.reduceRight(
    (current, { start, end, text: [part] }) =>
      `${current.slice(0, start)}${typeof part === "string" ? part : ""}${current.slice(end)}`,
    text,
  );
  const after = parseText(repaired);
  if (after.tooDeepAt !== undefined) return false;
  const left = [after.syntaxFault, ...after.badValues].filter((other) => other !== undefined);
  return left.every(({ offset }) => repaired.length - offset < text.length - fault.offset);
}

type Repair = (text: string, fault: SyntaxFault) => Fix | undefined;

function at(offset: number, added: string): readonly Edit[] {
  return [replace(offset, offset, added)];
}

/** The end of the token before a fault. */
function before(text: string, { offset }: SyntaxFault): number {
  let end = 0;
  for (const token of tokensOf(text.slice(0, offset))) end = token.end;
  return end;
}

/** Closes the innermost object or array that is open at the end of the text, in a line of its own if it began one. */
function closing(text: string, fault: SyntaxFault, bracket: string): readonly Edit[] {
  const open: number[] = [];
  for (const { kind, offset } of tokensOf(text)) {
    if (kind === "{" || kind === "[") open.push(offset);
    else if (kind === "}" || kind === "]") open.pop();
  }
  const end = before(text, fault);
  const start = open.at(-1) ?? end;
  const inLines = text.slice(start, end).includes("\n");
  return at(end, inLines ? `${layoutOf(text).lineBreak}${indentationAt(text, start)}${bracket}` : bracket);
}

const REPAIRS: Readonly<Partial<Record<SyntaxErrorKind, Repair>>> = {
  CommaExpected: (text, fault) => ({ title: l10n.t("Add the missing comma"), edits: at(before(text, fault), ",") }),
  ColonExpected: (text, fault) => ({ title: l10n.t("Add the missing colon"), edits: at(before(text, fault), ":") }),
  CloseBraceExpected: (text, fault) => ({ title: l10n.t("Add the missing brace"), edits: closing(text, fault, "}") }),
  CloseBracketExpected: (text, fault) => ({
    title: l10n.t("Add the missing bracket"),
    edits: closing(text, fault, "]"),
  }),
  PropertyNameExpected: (text, fault) => extraComma(text, fault) ?? quotedWord(text, fault),
  InvalidSymbol: quotedWord,
  ValueExpected: extraComma,
  EndOfFileExpected: (text, { offset }) =>
    /^[\s,}\]]+$/.test(text.slice(offset, offset + MAX_PEM))
      ? { title: l10n.t("Remove what follows the closing brace"), edits: [replace(offset, text.trimEnd().length, "")] }
      : undefined,
  UnexpectedEndOfString: lineBreaks,
  InvalidEscapeCharacter: (text, { offset, length }) => {
    const token = text.slice(offset, offset + length);
    const fixed = token.replaceAll(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\/g, (escape) =>
      escape === "\\" ? "\\\\" : escape,
    );
    return { title: l10n.t("Write \\\\ for the backslash"), edits: [replace(offset, offset + length, fixed)] };
  },
  InvalidCharacter: (text, { offset, length }) => {
    const fixed = text
      .slice(offset, offset + length)
      .replaceAll(/\p{Cc}/gu, (character) =>
        character === "\t" ? "\\t" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    return {
      title: l10n.t("Write the control character as an escape"),
      edits: [replace(offset, offset + length, fixed)],
    };
  },
};

function extraComma(text: string, { offset }: SyntaxFault): Fix | undefined {
  return text[offset] === ","
    ? { title: l10n.t("Remove the extra comma"), edits: [replace(offset, offset + 1, "")] }
    : undefined;
}

/** A word without quotes, or in single ones. */
function quotedWord(text: string, { offset }: SyntaxFault): Fix | undefined {
  const line = text.slice(offset, Math.min(endOfLine(text, offset), offset + 1000));
  const [single, inside] = /^'([^'"\\]*)'/.exec(line) ?? [];
  const [word] = /^[\w.@-]+/.exec(line) ?? [];
  const found = single ?? word;
  if (found === undefined) return undefined;
  return {
    title: l10n.t("Put it in double quotes"),
    edits: [replace(offset, offset + found.length, JSON.stringify(inside ?? found))],
  };
}

/** PEM text that was pasted with its line breaks. */
function lineBreaks(text: string, { offset }: SyntaxFault): Fix | undefined {
  const [pem] = PEM_IN_LINES.exec(text.slice(offset, offset + MAX_PEM)) ?? [];
  if (pem === undefined) return undefined;
  return {
    title: l10n.t("Write the line breaks as \\n"),
    edits: [replace(offset, offset + pem.length, pem.replaceAll(/\r?\n/g, "\\n"))],
  };
}
