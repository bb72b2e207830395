import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import ts from "typescript";

import { ROOT } from "../../../scripts/folders.js";

/** A folder of sources in which texts for people are looked for. */
export interface Room {
  /** Such as "server/src". */
  readonly folder: string;
  /** Files and folders in it that people never read anything from, such as "cli/" or "log.ts". */
  readonly except?: readonly string[];
  /** Functions and classes whose arguments people never read, such as "writeLog". Those of errors that are thrown never count. */
  readonly unseen?: readonly string[];
  /** Texts that only look like prose; in templates each value is a "¤". */
  readonly allowed?: readonly string[];
}

/** Two words in sequence, or a word next to a value; a single word with a capital, as on a button. */
const PROSE = /\p{L}[\p{L}'’-]*[,;:.]? \p{L}|\p{L}{2,}[,;:]? ¤|¤[,;:]? \p{L}{2,}|^\p{Lu}\p{Ll}+…?$/u;

/** Kinds of expressions that compare a text rather than show it. */
const COMPARISONS = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);

/**
 * The texts in a folder of sources that look like prose and do not go through `l10n.t`, and so are in English only.
 *
 * @returns as in "server/src/a.ts:12 Some text ¤"
 */
export async function proseIn({ folder, except = [], unseen = [], allowed = [] }: Room): Promise<readonly string[]> {
  const names = (await readdir(path.join(ROOT, folder), { recursive: true })).map((name) =>
    name.replaceAll(path.sep, "/"),
  );
  const found: string[] = [];
  for (const name of names
    .filter((each) => each.endsWith(".ts") && !except.some((left) => each.startsWith(left)))
    .sort()) {
    const text = await readFile(path.join(ROOT, folder, name), "utf8");
    for (const { line, prose } of proseOf(text, new Set(unseen)))
      if (!allowed.includes(prose)) found.push(`${folder}/${name}:${line} ${prose}`);
  }
  return found;
}

/** The same for one source text. */
export function proseOf(
  text: string,
  unseen: ReadonlySet<string> = new Set(),
): readonly { line: number; prose: string }[] {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const found: { line: number; prose: string }[] = [];
  const look = (node: ts.Node, hidden: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const prose = textOf(node);
    if (prose !== undefined && !hidden && PROSE.test(prose) && !isName(node) && !isTranslated(node)) {
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, prose });
    }
    const below = ts.isFunctionLike(node) ? false : hidden || ts.isThrowStatement(node) || isUnseen(node, unseen);
    ts.forEachChild(node, (child) => {
      look(child, below);
    });
  };
  look(source, false);
  return found;
}

/** What a literal says, with "¤" for each value; nothing for what is no literal. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("¤");
  return undefined;
}

/** Whether a text goes through `l10n.t`. */
function isTranslated(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isCallExpression(parent) && parent.arguments[0] === node && /(?:^|\.)l10n\.t$/.test(parent.expression.getText())
  );
}

/** Whether nobody reads what a call is given. A function among it may show something nevertheless. */
function isUnseen(node: ts.Node, unseen: ReadonlySet<string>): boolean {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && unseen.has(lastName(node.expression));
}

/** "c" of `a.b.c`. */
function lastName(expression: ts.Expression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Whether a text is a name for the code to find or compare something by. */
function isName(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind);
  if (ts.isPropertyAssignment(parent)) return parent.name === node;
  return ts.isCaseClause(parent) || ts.isElementAccessExpression(parent);
}
