import { type DocumentSymbol, SymbolKind } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { hasPrivateKey } from "../../../schemas/pemFault.js";
import { looksLikeType } from "../../../schemas/fields.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import { type JsonNode, rangeOf } from "../document/jsonTree.js";
import { knownField } from "./describe.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { hideUserInformation, shownHost } from "../../../schemas/userInformation.js";
import type { Feature } from "./feature.js";

/** The outline of a file. */
export const documentSymbols: Feature = {
  capabilities: () => ({ documentSymbolProvider: true }),
  register(connection, { answerAbout }) {
    connection.onDocumentSymbol(answerAbout("Document symbols", [], symbolsOf));
  },
};

const KINDS: Readonly<Record<JsonNode["type"], SymbolKind>> = {
  object: SymbolKind.Object,
  array: SymbolKind.Array,
  property: SymbolKind.Property,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  null: SymbolKind.Null,
};

/**
 * The properties of a file as a tree. Shows only values of known fields that aren't secrets, since any other could be
 * one.
 */
export function symbolsOf(document: TextDocument): DocumentSymbol[] {
  const file = setupFileOf(document);
  const within = (node: JsonNode | undefined): DocumentSymbol[] => {
    const symbols: DocumentSymbol[] = [];
    for (const [index, child] of (node?.children ?? []).entries()) {
      const key = child.type === "property" ? child.children?.[0] : undefined;
      const value = key ? child.children?.[1] : child;
      symbols.push({
        name: (key ? sanitizeText(String(key.value)) : String(index)) || '""',
        ...detailOf(file, child, value),
        kind: KINDS[value?.type ?? "null"],
        range: rangeOf(document, child),
        selectionRange: rangeOf(document, key ?? child),
        children: value?.children ? within(value) : [],
      });
    }
    return symbols;
  };
  return within(file.tree);
}

function detailOf(file: SetupFile, property: JsonNode, value: JsonNode | undefined): { detail?: string } {
  if (value?.type !== "string" || property.type !== "property") return {};
  const known = knownField(file, property);
  // Nobody knows which properties of an unknown type are secret.
  const isUnknown = known?.inSetup && file.setup?.choice.kind === "unknown-type";
  const isType = known?.field.name === "type" && looksLikeType(value.value);
  const text = String(value.value);
  const isNoHost = known?.field.format === "host-port" && shownHost(text) === undefined;
  return known && !known.field.secret && !hasPrivateKey(text) && !isNoHost && (!isUnknown || isType)
    ? { detail: sanitizeText(hideUserInformation(text), 60) }
    : {};
}
