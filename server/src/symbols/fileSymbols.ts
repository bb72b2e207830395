import type { Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { readEnvFile } from "../../../schemas/envFile.js";
import { isReferenceName, type Reference, type ReferenceKind, type Span } from "../../../schemas/references.js";
import { referencesOf } from "../document/placedReferences.js";
import { type SetupFile, setupFileOf, targetOf } from "../document/setupFile.js";
import { spanOf } from "../document/jsonTree.js";
import { besideFile, keyOf } from "../workspace/uris.js";

export type SymbolKind = ReferenceKind | "connection";

/** A name, regardless of where it's used. */
export interface NamedSymbol {
  readonly kind: SymbolKind;
  /** The name as written; for a connection, its id. */
  readonly name: string;
  /** Equal for all spellings of the same thing. For a file, its place on disk. */
  readonly key: string;
}

export interface SymbolPlace extends NamedSymbol {
  readonly place: Span;
  /** The whole reference around the name. */
  readonly whole: Span;
}

interface NamedConnection {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly tenant: string | undefined;
  /** The range of its name, or else its id, or else the start of the file. */
  readonly place: Span;
}

export interface FileSymbols {
  readonly places: readonly SymbolPlace[];
  readonly connection: NamedConnection | undefined;
}

export function keyOfName(kind: "env" | "secret" | "provider", name: string): string {
  return `${kind}:${name}`;
}

export function symbolsIn({ uri }: Pick<TextDocument, "uri">, file: SetupFile): FileSymbols {
  const references = referencesOf(file).map(({ reference, start, end, name }): SymbolPlace => ({
    ...symbolOf(uri, reference),
    place: name,
    whole: { start, end },
  }));
  const target = targetOf(file);
  if (!target) return { places: references, connection: connectionIn(file) };
  const { id, node } = target;
  const whole = spanOf(node);
  const place = { start: whole.start + 1, end: whole.end - 1 };
  const own: SymbolPlace = { kind: "connection", name: id, key: `connection:${id}`, place, whole };
  return { places: [own, ...references], connection: connectionIn(file) };
}

function symbolOf(uri: string, { kind, name }: Reference): NamedSymbol {
  if (kind !== "file") return { kind, name, key: keyOfName(kind, name) };
  const target = besideFile(uri, name);
  return { kind, name, key: target === undefined ? `file:${uri} ${name}` : `file:${keyOf(target)}` };
}

function connectionIn({ id, name, tenant, root }: SetupFile): NamedConnection | undefined {
  if (!root) return undefined;
  const text = (value: unknown): string | undefined =>
    typeof value === "string" && value.trim() !== "" ? value : undefined;
  const [ownId, ownName, ownTenant] = [id, name, tenant].map((property) => text(property?.value?.value));
  const node = ownName === undefined ? (ownId === undefined ? undefined : id?.value) : name?.value;
  return {
    id: ownId,
    name: ownName,
    tenant: ownTenant,
    place: node ? spanOf(node) : { start: root.node.offset, end: root.node.offset },
  };
}

/** The name at a position of a setup file. Between two adjacent references, that of the second. */
export function symbolAt(document: TextDocument, position: Position): SymbolPlace | undefined {
  const offset = document.offsetAt(position);
  const { places } = symbolsIn(document, setupFileOf(document));
  return places.findLast(({ whole }) => whole.start <= offset && offset <= whole.end);
}

/** The variables that a `.env` file sets and that a reference can name, in text order. Values aren't kept. */
export function variablePlaces(document: TextDocument): readonly SymbolPlace[] {
  return readEnvFile(document.getText())
    .variables.filter(({ name }) => isReferenceName(name))
    .map(({ name, place }) => ({ kind: "env", name, key: keyOfName("env", name), place, whole: place }));
}

/** The variable that's set on the line of a position in a `.env` file. */
export function variableAt(document: TextDocument, { line }: Position): SymbolPlace | undefined {
  return variablePlaces(document).find(({ place }) => document.positionAt(place.start).line === line);
}
