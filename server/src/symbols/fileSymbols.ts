import type { Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isReferenceName, type Reference, type ReferenceKind, type Span } from "../../../schemas/references.js";
import { referencesOf } from "../document/references.js";
import { type SetupFile, setupFileOf, targetOf } from "../document/setupFile.js";
import { spanOf } from "../document/tree.js";
import { besideFile, keyOf } from "../workspace/uris.js";

export type SymbolKind = ReferenceKind | "connection";

/** A name, wherever it stands. */
export interface NamedSymbol {
  readonly kind: SymbolKind;
  /** As it is written where it was found; of a connection its id. */
  readonly name: string;
  /** The same for everything that means the same: for a file its place on disk, however its path is written. */
  readonly key: string;
}

export interface SymbolPlace extends NamedSymbol {
  readonly place: Span;
  /** What it stands in: the whole reference. */
  readonly whole: Span;
}

interface NamedConnection {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly tenant: string | undefined;
  /** All of these in lower case. */
  readonly searched: string;
  /** Where it is named: its name, or else its id, or else the beginning of the file. */
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
    searched: [ownName, ownId, ownTenant]
      .filter((each) => each !== undefined)
      .join(" ")
      .toLowerCase(),
    place: node ? spanOf(node) : { start: root.node.offset, end: root.node.offset },
  };
}

/** The name at a position of a setup file; between two references that touch, that of the second. */
export function symbolAt(document: TextDocument, position: Position): SymbolPlace | undefined {
  const offset = document.offsetAt(position);
  const { places } = symbolsIn(document, setupFileOf(document));
  return places.findLast(({ whole }) => whole.start <= offset && offset <= whole.end);
}

/** What stands before a variable of a `.env` file, its name, and its value, which may be several lines in quotes. */
const ASSIGNMENT = /^(?!\s*#)(\s*(?:export )?[^\S\n]*)([^=\n]*?)[^\S\n]*=[^\S\n]*(?:(["'`])[^]*?\3)?[^\n]*/gm;

/**
 * The variables that a `.env` file sets, in the order of the text, by the rules of Node's `util.parseEnv`, which reads
 * it for a push. Only those that a reference can name. Values are skipped, and not kept.
 */
export function variablePlaces(document: TextDocument): readonly SymbolPlace[] {
  return Array.from(document.getText().matchAll(ASSIGNMENT), ({ index, 1: before = "", 2: name = "" }) => {
    const place = { start: index + before.length, end: index + before.length + name.length };
    return { kind: "env", name, key: keyOfName("env", name), place, whole: place } as const;
  }).filter(({ name }) => isReferenceName(name));
}

/** The variable in whose line a position of a `.env` file is. */
export function variableAt(document: TextDocument, { line }: Position): SymbolPlace | undefined {
  return variablePlaces(document).find(({ place }) => document.positionAt(place.start).line === line);
}
