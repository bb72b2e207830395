import * as l10n from "@vscode/l10n";
import {
  type DocumentLink,
  type InlayHint,
  type InlayHintParams,
  type Range,
  type SemanticTokens,
  SemanticTokensBuilder,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileFields } from "../../../schemas/fields.js";
import type { Span } from "../../../schemas/references.js";
import { variantsOfType } from "../../../schemas/variants.js";
import { escapesOf, extraProperties, placed, referencesOf } from "../document/references.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import { has, type JsonNode, rangeBetween, spanOf } from "../document/tree.js";
import { variantsIn } from "../document/values.js";
import type { RuleContext } from "../rules/rule.js";
import { isInside } from "../workspace/readFile.js";
import { besideFile, pathOf } from "../workspace/uris.js";
import type { Feature } from "./feature.js";

/** LSP's types, and two that other servers also use. Tokens are sent as indices into this list. */
const TYPES = ["property", "operator", "keyword", "variable", "unresolvedReference", "escapeSequence"] as const;
/** Marks a property of an open variant that isn't one of its fields. */
const ADDITIONAL = "additional";

/**
 * What an editor shows in the text of a file: links to URLs and files, the variant if a type has several, and colors of
 * the parts of references and of the variant's properties.
 */
export const annotations: Feature = {
  capabilities: ({ capabilities: { textDocument } }) => ({
    documentLinkProvider: { resolveProvider: false },
    inlayHintProvider: true,
    ...(textDocument?.semanticTokens && {
      semanticTokensProvider: { legend: { tokenTypes: [...TYPES], tokenModifiers: [ADDITIONAL] }, full: true },
    }),
  }),
  register(connection, { diagnostics, files, answerAbout }) {
    connection.onDocumentLinks(
      answerAbout("Document links", [], (document) => linksIn(document, files.folderOf(document.uri))),
    );
    connection.languages.inlayHint.on(
      answerAbout("Inlay hints", [], (document, { range }: InlayHintParams) => hintsIn(document, range)),
    );
    connection.languages.semanticTokens.on(
      answerAbout("Semantic tokens", { data: [] }, async (document) => {
        await diagnostics.learnNames(document);
        const exists: Exists = (...name) => diagnostics.exists(document.uri, ...name);
        return encoded(document, tokensIn(setupFileOf(document), exists));
      }),
    );
  },
};

/**
 * The links of a file: https URLs that aren't secrets, and the files that a push reads for `${file:}` references. A
 * webhook's URL is a secret, and a click would send a request to it.
 * @param folder the file's workspace folder. References can't lead out of it.
 */
export function linksIn(document: TextDocument, folder?: string): DocumentLink[] {
  const file = setupFileOf(document);
  return [...urls(document, file), ...filesIn(document, file, folder)];
}

function urls(document: TextDocument, { values }: SetupFile): readonly DocumentLink[] {
  return values.flatMap(({ field, node, text, fault }) => {
    if (field.format !== "https-url" || field.secret || fault || text === undefined) return [];
    return [{ range: rangeBetween(document, node.offset + 1, node.offset + node.length - 1), target: text }];
  });
}

function filesIn(
  document: TextDocument,
  { text, referenceTexts }: SetupFile,
  folder: string | undefined,
): readonly DocumentLink[] {
  return referenceTexts.flatMap(({ node, parsed }) =>
    placed(text, node, parsed).flatMap(({ reference: { kind, name }, name: { start, end } }) => {
      const target = kind === "file" ? besideFile(document.uri, name) : undefined;
      const path = pathOf(target ?? "");
      if (target === undefined || (folder !== undefined && path !== undefined && !isInside(folder, path))) return [];
      return [{ range: rangeBetween(document, start, end), target }];
    }),
  );
}

export function hintsIn(document: TextDocument, range: Range): InlayHint[] {
  const { setup } = setupFileOf(document);
  const value = setup?.type?.value;
  if (!value || setup.choice.kind !== "chosen" || variantsOfType(setup.choice.variant.type).length < 2) return [];
  const end = value.offset + value.length;
  if (end < document.offsetAt(range.start) || end > document.offsetAt(range.end)) return [];
  const { title, description } = setup.choice.variant;
  return [
    { position: document.positionAt(end), label: l10n.t(title), tooltip: l10n.t(description), paddingLeft: true },
  ];
}

type TokenType = (typeof TYPES)[number];

interface Token extends Span {
  readonly type: TokenType;
  readonly additional?: boolean;
}

type Exists = NonNullable<RuleContext["exists"]>;

function tokensIn(file: SetupFile, exists: Exists): readonly Token[] {
  const escapes = escapesOf(file).map((place) => ({ ...place, type: "escapeSequence" }) as const);
  return [...propertiesOf(file), ...partsOfReferences(file, exists), ...escapes].sort((a, b) => a.start - b.start);
}

function* propertiesOf({ root, shape, setup }: SetupFile): Generator<Token> {
  if (shape === "full")
    for (const { name, key } of root?.properties ?? []) if (has(setupFileFields, name)) yield propertyToken(key);
  if (!setup) return;
  const variants = variantsIn(setup.choice);
  if (setup.type && variants.length > 0) yield propertyToken(setup.type.key);
  for (const { name, key } of setup.fields)
    if (variants.some(({ fields }) => has(fields, name))) yield propertyToken(key);
  for (const { key } of extraProperties(setup)) yield { ...propertyToken(key), additional: true };
}

function propertyToken(key: JsonNode): Token {
  return { ...spanOf(key), type: "property" };
}

function* partsOfReferences(file: SetupFile, exists: Exists): Generator<Token> {
  for (const { reference, start, end, kind, name } of referencesOf(file)) {
    yield { start, end: kind.start, type: "operator" };
    yield { ...kind, type: "keyword" };
    yield { start: kind.end, end: name.start, type: "operator" };
    const isMissing = exists(reference.kind, reference.name) === false;
    yield { ...name, type: isMissing ? "unresolvedReference" : "variable" };
    yield { start: name.end, end, type: "operator" };
  }
}

function encoded(document: TextDocument, tokens: readonly Token[]): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { start, end, type, additional } of tokens) {
    const { line, character } = document.positionAt(start);
    builder.push(line, character, end - start, TYPES.indexOf(type), additional ? 1 : 0);
  }
  return builder.build();
}
