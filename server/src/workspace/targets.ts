import { realpathSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { DocumentUri, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isSameTarget, type SetupFile, type TargetName, targetOf } from "../document/setupFile.js";
import { rangeOf } from "../document/tree.js";
import { keyOf } from "./uris.js";

/** Where a document names the connection that it updates. */
interface TargetPlace extends TargetName {
  readonly uri: DocumentUri;
  readonly range: Range;
  /** The path of the file that a symbolic link leads to, or else its own. */
  readonly realPath: string;
}

/** Which files update which connection. */
export class Targets {
  readonly #places = new Map<string, TargetPlace>();
  readonly #keysById = new Map<string, Set<string>>();

  /**
   * Records the connection that a document updates.
   * @returns the keys of other files that update its new or previous connection.
   */
  set(document: TextDocument, file: SetupFile): ReadonlySet<string> {
    const { uri } = document;
    const target = targetOf(file);
    if (!target) return this.delete(uri);
    const { id, tenant, node } = target;
    const key = keyOf(uri);
    const place = { uri, id, tenant, range: rangeOf(document, node), realPath: realPathOf(key) };
    if (isDeepStrictEqual(this.#places.get(key), place)) return new Set();
    const concerned = this.delete(uri);
    this.#places.set(key, place);
    this.#keysById.set(id, (this.#keysById.get(id) ?? new Set()).add(key));
    return new Set([...concerned, ...this.#otherKeys(id, key)]);
  }

  /** Forgets a file. @returns the keys of other files that update the same connection. */
  delete(uri: DocumentUri): ReadonlySet<string> {
    const key = keyOf(uri);
    const before = this.#places.get(key);
    this.#places.delete(key);
    if (before) this.#keysById.get(before.id)?.delete(key);
    return new Set(before && this.#otherKeys(before.id, key));
  }

  /** Where other files update the same connection. A symbolic link counts as its target. */
  others(uri: DocumentUri, target: TargetName): readonly TargetPlace[] {
    const key = keyOf(uri);
    const others = this.#otherKeys(target.id, key).flatMap((other) => this.#places.get(other) ?? []);
    const same = others.filter((place) => isSameTarget(place, target));
    const byFile = new Map(same.map((place) => [place.realPath, place]));
    byFile.delete(this.#places.get(key)?.realPath ?? realPathOf(key));
    return [...byFile.values()];
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
