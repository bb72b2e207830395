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
  /** By key of the file. */
  readonly #ids = new Map<string, string>();
  /** By ID of the connection, then by key of the file. */
  readonly #places = new Map<string, Map<string, TargetPlace>>();

  /**
   * Records the connection that a document updates.
   * @returns the keys of other files that update its new or previous connection.
   */
  set(document: TextDocument, file: SetupFile): ReadonlySet<string> {
    const { uri } = document;
    const key = keyOf(uri);
    const before = this.#places.get(this.#ids.get(key) ?? "")?.get(key);
    const concerned = this.delete(uri);
    const target = targetOf(file);
    if (!target) return concerned;
    const { id, tenant, node } = target;
    const place = { uri, id, tenant, range: rangeOf(document, node), realPath: realPathOf(key) };
    const same = this.#places.get(id) ?? new Map<string, TargetPlace>();
    const others = [...same.keys()];
    this.#ids.set(key, id);
    this.#places.set(id, same.set(key, place));
    return isDeepStrictEqual(before, place) ? new Set() : new Set([...concerned, ...others]);
  }

  /** Forgets a file. @returns the keys of other files that update the same connection. */
  delete(uri: DocumentUri): ReadonlySet<string> {
    const key = keyOf(uri);
    const same = this.#places.get(this.#ids.get(key) ?? "");
    this.#ids.delete(key);
    same?.delete(key);
    return new Set(same?.keys());
  }

  /** Where other files update the same connection. A symbolic link counts as its target. */
  others(uri: DocumentUri, target: TargetName): Others {
    const key = keyOf(uri);
    const places = this.#places.get(target.id);
    const same = [...(places?.values() ?? [])].filter((place) => isSameTarget(place, target));
    const byPath = new Map(same.map((place) => [place.realPath, place]));
    byPath.delete(places?.get(key)?.realPath ?? realPathOf(key));
    return { count: byPath.size, first: [...byPath.values()].slice(0, MAX_FIRST) };
  }
}

function realPathOf(key: string): string {
  try {
    return realpathSync.native(key);
  } catch {
    return key;
  }
}
