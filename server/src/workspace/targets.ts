import { realpathSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { DocumentUri, Location } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isSameTarget, type SetupFile, type TargetName, targetOf } from "../document/setupFile.js";
import { rangeOf } from "../document/jsonTree.js";
import { keyOf } from "./uris.js";

/** Where a document names the connection that it updates. */
interface TargetPlace extends TargetName, Location {
  readonly key: string;
  /** The path of the file that a symbolic link leads to, or else its own. */
  readonly realPath: string;
}

const MAX_FIRST = 5;

/** Which files update which connection. */
export class Targets {
  readonly #places = new Map<string, TargetPlace>();
  readonly #byId = new Map<string, Set<TargetPlace>>();

  /**
   * Records the connection that a document updates, if there's one.
   * @returns the keys of other files that update its new or previous connection.
   */
  set(document: TextDocument, file: SetupFile): ReadonlySet<string> {
    const { uri } = document;
    const key = keyOf(uri);
    const target = targetOf(file);
    if (!target) return this.delete(uri);
    const { id, tenant, node } = target;
    return this.#record(key, { id, tenant, key, uri, range: rangeOf(document, node), realPath: realPathOf(key) });
  }

  /** Forgets a file. @returns the keys of other files that update the same connection. */
  delete(uri: DocumentUri): ReadonlySet<string> {
    return this.#record(keyOf(uri), undefined);
  }

  /** Where other files update the same connection: how many, and the first. A symbolic link counts as its target. */
  others(uri: DocumentUri, target: TargetName): { readonly count: number; readonly first: readonly Location[] } {
    const key = keyOf(uri);
    const own = this.#places.get(key)?.realPath ?? realPathOf(key);
    const others = [...this.#withId(target.id)].filter(
      (place) => place.realPath !== own && isSameTarget(place, target) && !this.#isSecond(place),
    );
    return { count: others.length, first: others.slice(0, MAX_FIRST) };
  }

  #record(key: string, place: TargetPlace | undefined): ReadonlySet<string> {
    const before = this.#places.get(key);
    if (isDeepStrictEqual(before, place)) return new Set();
    this.#places.delete(key);
    if (before) this.#withId(before.id).delete(before);
    if (place) {
      this.#places.set(key, place);
      this.#byId.set(place.id, this.#withId(place.id).add(place));
    }
    const concerned = [before, place].flatMap((each) => (each ? [...this.#withId(each.id)] : []));
    return new Set(concerned.map((each) => each.key).filter((other) => other !== key));
  }

  /** Whether it's a symbolic link to another of the files. */
  #isSecond({ key, realPath }: TargetPlace): boolean {
    return key !== realPath && this.#places.has(realPath);
  }

  #withId(id: string): Set<TargetPlace> {
    return this.#byId.get(id) ?? new Set();
  }
}

function realPathOf(key: string): string {
  try {
    return realpathSync.native(key);
  } catch {
    return key;
  }
}
