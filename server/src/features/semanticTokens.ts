import { type SemanticTokens, SemanticTokensBuilder } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileFields } from "../../../schemas/fields.js";
import type { Span } from "../../../schemas/references.js";
import { escapesOf, referencesOf } from "../document/placedReferences.js";
import { extraProperties } from "../document/setup.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import { has, type JsonNode, spanOf } from "../document/jsonTree.js";
import { variantsIn } from "../document/fieldValues.js";
import type { RuleContext } from "../rules/rule.js";
import type { Feature } from "./feature.js";

/** LSP's types, and two that other servers also use. Tokens are sent as indices into this list. */
const TYPES = ["property", "operator", "keyword", "variable", "unresolvedReference", "escapeSequence"] as const;
/** Marks a property of an open variant that isn't one of its fields. */
const ADDITIONAL = "additional";

/** Colors the parts of references and the properties of the variant. */
export const semanticTokens: Feature = {
  capabilities: ({ capabilities: { textDocument } }) =>
    textDocument?.semanticTokens
      ? { semanticTokensProvider: { legend: { tokenTypes: [...TYPES], tokenModifiers: [ADDITIONAL] }, full: true } }
      : {},
  register(connection, { diagnostics, answerAbout }) {
    connection.languages.semanticTokens.on(
      answerAbout("Semantic tokens", { data: [] }, async (document) => {
        await diagnostics.learnNames(document);
        const exists: Exists = (...name) => diagnostics.exists(document.uri, ...name);
        return encoded(document, tokensIn(setupFileOf(document), exists));
      }),
    );
  },
};

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
