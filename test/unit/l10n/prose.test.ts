import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync, visitorKeys } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../scripts/folders.js";

/** A folder of sources in which texts for people are looked for. */
interface Room {
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

/** A node of the syntax tree, as far as it matters here. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

/**
 * The texts in a folder of sources that look like prose and don't go through `l10n.t`, and so are in English only.
 *
 * @returns as in "server/src/a.ts:12 Some text ¤"
 */
async function proseIn({ folder, except = [], unseen = [], allowed = [] }: Room): Promise<readonly string[]> {
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
function proseOf(text: string, unseen: ReadonlySet<string>): readonly { line: number; prose: string }[] {
  const found: { line: number; prose: string }[] = [];
  const nameOf = ({ start, end }: SyntaxNode): string => text.slice(start, end as number);
  /** "c" of `a.b.c`. */
  const lastNameOf = (callee: unknown): string => nameOf(callee as SyntaxNode).replace(/^.*\./s, "");
  const visit = (node: SyntaxNode, parent: SyntaxNode | undefined, hidden: boolean, isRunLater: boolean): void => {
    if (/^(?:Import|Export(?:All|Default))|^TS(?!NonNull|As|Satisfies|Parameter)/.test(node.type)) return;
    const prose = textOf(node);
    const isProse = prose !== undefined && PROSE.test(prose) && !prose.startsWith("<!DOCTYPE html>");
    // At module level a text is translated before the language is known.
    if (isProse && !hidden && !isName(node, parent) && !(isTranslated(node, parent) && isRunLater)) {
      found.push({ line: text.slice(0, node.start).split("\n").length, prose });
    }
    // A function that is thrown about, or handed to the log, may show something nevertheless.
    const isCall = node.type === "CallExpression" || node.type === "NewExpression";
    const isUnseen = node.type === "ThrowStatement" || (isCall && unseen.has(lastNameOf(node["callee"])));
    const below = node.type.includes("Function") ? false : hidden || isUnseen;
    const isLater = isRunLater || /Function|PropertyDefinition/.test(node.type);
    for (const child of childrenOf(node)) visit(child, node, below, isLater);
  };
  /** Whether a text goes through `l10n.t`. */
  const isTranslated = (node: SyntaxNode, parent: SyntaxNode | undefined): boolean =>
    parent?.type === "CallExpression" &&
    (parent["arguments"] as readonly SyntaxNode[])[0] === node &&
    /(?:^|\.)l10n\.t$/.test(nameOf(parent["callee"] as SyntaxNode));
  const program: object = parseSync("source.ts", text).program;
  visit(program as SyntaxNode, undefined, false, false);
  return found;
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children = (visitorKeys[node.type] ?? []).flatMap(
    (key) => node[key] as SyntaxNode | (SyntaxNode | null)[] | null,
  );
  return children.filter((child) => child !== null);
}

/** What a literal says, with "¤" for each value; nothing for what is no literal. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  return (node["quasis"] as readonly { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("¤");
}

/** Whether a text is a name for the code to find or compare something by. */
function isName(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  switch (parent?.type) {
    case "BinaryExpression":
      return parent["operator"] === "===" || parent["operator"] === "!==";
    case "Property":
      return parent["key"] === node;
    case "SwitchCase":
      return parent["test"] === node;
    default:
      return parent?.type === "MemberExpression";
  }
}

/** What each part shows to no one. */
const ROOMS = [
  {
    folder: "server/src",
    // The command-line program speaks English.
    except: ["main.ts"],
    // Lines of the log, and errors of the protocol.
    unseen: ["log", "writeLog", "run", "answer", "answerAbout", "answerAboutName", "ResponseError", "from"],
  },
  {
    folder: "client",
    except: [
      // The command line speaks English, and so does what the sample's service answers.
      "cli/",
      "core/sample/sampleRecords.ts",
      // So does what agents read, and plans of the command line.
      "core/agents/",
      "core/planning/",
      "extension/agents/",
      // Commands, and what their programs print.
      "core/secrets/providers/presets.ts",
      "core/service/transport/transport.ts",
      // The page gets its texts from the extension.
      "page/",
    ],
    // The log, and messages of errors that are told in sentences of their own.
    unseen: ["error", "super"],
    // Names that are the same in every language, also those of connections of the sample, what stands in headers, and
    // what introduces a problem by a property's name.
    allowed: [
      "Vault Connections",
      "Vault Connections Language Server",
      "kept by Vault Connections",
      "Bearer ¤",
      "Basic ¤",
      "Error",
      "Salesforce",
      "Billing EU",
      "Mail sender EU",
      "baseUrl: ¤",
      "authUrl: ¤",
      "dashboardUrl: ¤",
    ],
  },
];

describe("texts with placeholders", () => {
  it.each(["client", "server", "schemas"])("have no article before a placeholder in %s", async (part) => {
    const texts = JSON.parse(await readFile(`${part}/l10n/de.json`, "utf8")) as Readonly<Record<string, string>>;
    expect(Object.keys(texts).filter((text) => /\ban? \{\d+\}/i.test(text))).toEqual([]);
  });
});

describe("texts that look like prose", () => {
  it.each(ROOMS)("go through l10n.t in $folder", async (room) => {
    expect(await proseIn(room)).toEqual([]);
  });
});
