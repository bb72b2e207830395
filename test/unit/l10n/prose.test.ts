import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { parseSync, visitorKeys } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../scripts/folders.js";

/** Two words in sequence, or a word next to a value; a single word with a capital, as on a button. */
const PROSE = /\p{L}[\p{L}'’-]*[,;:.]? \p{L}|\p{L}{2,}[,;:]? ¤|¤[,;:]? \p{L}{2,}|^\p{Lu}\p{Ll}+…?$/u;

/** A node of the syntax tree, as far as it matters here. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** What a literal says, with "¤" for each value; nothing for what is no literal. */
function textOf(node: SyntaxNode): string {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : "";
  if (node.type !== "TemplateLiteral") return "";
  return (node["quasis"] as readonly { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("¤");
}

/** Whether a text is a name for the code to find or compare something by. */
function isName(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type === "BinaryExpression") return /^[!=]==$/.test(String(parent["operator"]));
  return parent["key"] === node || parent["test"] === node || parent.type === "MemberExpression";
}

/**
 * The texts of a source that look like prose and don't go through `l10n.t`, and so are in English only.
 *
 * @param unseen functions and classes whose arguments people never read. Those of errors that are thrown never count.
 * @returns as in "12 Some text ¤", with the line
 */
function proseIn(text: string, unseen: readonly string[]): readonly string[] {
  const found: string[] = [];
  const nameOf = (node: unknown): string => text.slice((node as SyntaxNode).start, (node as SyntaxNode).end);
  const visit = (node: SyntaxNode, parent: SyntaxNode, hidden: boolean, isRunLater: boolean): void => {
    if (/^(?:Import|Export(?:All|Default))|^TS(?!NonNull|As|Satisfies|Parameter)/.test(node.type)) return;
    const called = node.type === "CallExpression" || node.type === "NewExpression" ? nameOf(node["callee"]) : "";
    // At module level a text is translated before the language is known.
    const isTranslated =
      isRunLater &&
      parent.type === "CallExpression" &&
      (parent["arguments"] as readonly unknown[])[0] === node &&
      /(?:^|\.)l10n\.t$/.test(nameOf(parent["callee"]));
    const prose = textOf(node);
    const isProse = PROSE.test(prose) && !prose.startsWith("<!DOCTYPE html>");
    if (isProse && !hidden && !isTranslated && !isName(node, parent))
      found.push(`${text.slice(0, node.start).split("\n").length} ${prose}`);
    // A function that is thrown about, or handed to the log, may show something nevertheless.
    const isUnseen = node.type === "ThrowStatement" || unseen.includes(called.replace(/^.*\./s, ""));
    const below = !node.type.includes("Function") && (hidden || isUnseen);
    const isLater = isRunLater || /Function|PropertyDefinition/.test(node.type);
    for (const child of (visitorKeys[node.type] ?? []).flatMap((key) => node[key] as SyntaxNode | null))
      if (child) visit(child, node, below, isLater);
  };
  const program: object = parseSync("source.ts", text).program;
  visit(program as SyntaxNode, program as SyntaxNode, false, false);
  return found;
}

/** Folders, the files in them that people never read anything from, and texts that only look like prose. */
const ROOMS = [
  {
    folder: "server/src",
    // The command-line program speaks English, and so does the protocol.
    except: ["main.ts", "messageWriter.ts"],
    // Lines of the log, and errors of the protocol.
    unseen: ["log", "writeLog", "run", "answer", "answerAbout", "answerAboutName", "ResponseError", "from"],
    allowed: [],
  },
  {
    folder: "client",
    // English are the command line, the sample's service, what agents read, plans, and commands and what they print.
    except: [
      ...["cli/", "core/sample/sampleRecords.ts", "core/agents/", "core/planning/", "extension/agents/"],
      // What the manifest contributes is translated from there.
      ...["extension/contributions/"],
      ...["core/secrets/providers/presets.ts", "core/service/transport/transport.ts"],
      // The log is in English.
      "core/text/traceOf.ts",
      // The page gets its texts from the extension.
      "page/",
    ],
    // The log, and messages of errors that are told in sentences of their own.
    unseen: ["error", "super"],
    // Names that are the same in every language, headers, and what introduces a problem by a property's name.
    allowed: [
      ...["Vault Connections", "Vault Connections Language Server", "kept by Vault Connections", "Error"],
      ...["Bearer ¤", "Basic ¤", "Salesforce", "Billing EU", "Mail sender EU"],
      ...["baseUrl: ¤", "authUrl: ¤", "dashboardUrl: ¤"],
    ],
  },
];

describe("texts that look like prose", () => {
  it.each(ROOMS)("go through l10n.t in $folder", async ({ folder, except, unseen, allowed }) => {
    const names = (await readdir(join(ROOT, folder), { recursive: true })).filter(
      (name) => name.endsWith(".ts") && !except.some((left) => name.replaceAll(sep, "/").startsWith(left)),
    );
    for (const name of names) {
      const found = proseIn(await readFile(join(ROOT, folder, name), "utf8"), unseen);
      expect(
        found.filter((prose) => !allowed.some((text) => prose.replace(/^\d+ /, "") === text)),
        name,
      ).toEqual([]);
    }
  });
});
