import { realpathSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { DocumentUri, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isSameTarget, type SetupFile, type TargetName, targetOf } from "../document/setupFile.js";
import { rangeOf } from "../document/jsonTree.js";
import { keyOf } from "./uris.js";

/** Where a document names the connection that it updates. */
interface TargetPlace extends TargetName {
  readonly uri: DocumentUri;
  readonly range: Range;
  /** The path of the file that a symbolic link leads to, or else its own. */
  readonly realPath: string;
}

/** How many other files update a connection, and the first of them: a folder may have thousands of copies. */
interface Others {
  readonly count: number;
  readonly first: readonly TargetPlace[];
}

const MAX_FIRST = 5;

/** Which files update which connection. */
export class Targets {
  /** By id and tenant: the places in different files. */
  readonly #same = new Map<string, ReadonlyMap<string, TargetPlace>>();
  readonly #places = new Map<string, TargetPlace>();
  readonly #keysById = new Map<string, Set<string>>();

  /**
   * Records the connection that a document updates.
   * @returns the keys of other files that update its new or previous connection.
   */
  set(document: TextDocument, file: SetupFile): ReadonlySet<string> {
    const { uri } = document;
    const key = keyOf(uri);
    const before = this.#places.get(key);
    const concerned = this.delete(uri);
    const place = this.add(document, file);
    if (!place) return concerned;
    if (isDeepStrictEqual(before, place)) return new Set();
    return new Set([...concerned, ...this.#otherKeys(place.id, key)]);
  }

  /** Records the connection that a new document updates, if there's one. */
  add(document: TextDocument, file: SetupFile): TargetPlace | undefined {
    const { uri } = document;
    const target = targetOf(file);
    if (!target) return undefined;
    const { id, tenant, node } = target;
    const key = keyOf(uri);
    const place = { uri, id, tenant, range: rangeOf(document, node), realPath: realPathOf(key) };
    this.#same.clear();
    this.#places.set(key, place);
    this.#keysById.set(id, (this.#keysById.get(id) ?? new Set()).add(key));
    return place;
  }

  /** Forgets a file. @returns the keys of other files that update the same connection. */
  delete(uri: DocumentUri): ReadonlySet<string> {
    const key = keyOf(uri);
    const before = this.#places.get(key);
    this.#same.clear();
    this.#places.delete(key);
    if (before) this.#keysById.get(before.id)?.delete(key);
    return new Set(before && this.#otherKeys(before.id, key));
  }

  /** Where other files update the same connection. A symbolic link counts as its target. */
  others(uri: DocumentUri, target: TargetName): Others {
    const key = keyOf(uri);
    const own = this.#places.get(key)?.realPath ?? realPathOf(key);
    const same = this.#placesOf(target);
    const first: TargetPlace[] = [];
    for (const [realPath, place] of same) {
      if (first.length === MAX_FIRST) break;
      if (realPath !== own) first.push(place);
    }
    return { count: same.size - (same.has(own) ? 1 : 0), first };
  }

  #placesOf(target: TargetName): ReadonlyMap<string, TargetPlace> {
    const name = JSON.stringify([target.id, target.tenant]);
    const known = this.#same.get(name);
    if (known) return known;
    const all = [...(this.#keysById.get(target.id) ?? [])].flatMap((key) => this.#places.get(key) ?? []);
    const places = new Map(
      all.filter((place) => isSameTarget(place, target)).map((place) => [place.realPath, place] as const),
    );
    this.#same.set(name, places);
    return places;
  }

  #otherKeys(id: string, key: string): readonly string[] {
    return [...(this.#keysById.get(id) ?? [])].filter((other) => other !== key);
  }
}

function realPathOf(key: string): string {
  try {
    return realpathSync.native(key);
  } catch {
    return key;
  }
}
