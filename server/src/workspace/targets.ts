import { realpathSync } from "node:fs";
import type { DocumentUri, Range } from "vscode-languageserver";
import { isSameTarget, type Target } from "../document/setupFile.js";

/** Where a file says which connection it updates. */
export interface TargetPlace extends Pick<Target, "id" | "tenant"> {
  readonly uri: DocumentUri;
  readonly range: Range;
}

/** Which files of the workspace update which connection. Keys are those of `keyOf`. */
export class Targets {
  readonly #places = new Map<string, TargetPlace & { readonly realPath: string }>();
  readonly #byId = new Map<string, Set<string>>();

  /**
   * Records what a file updates; nothing if it names no connection or is gone.
   * @returns the keys of other files that this concerns, because they update, or updated, the same connection.
   */
  set(key: string, target: TargetPlace | undefined): ReadonlySet<string> {
    const place = target && { ...target, realPath: realPathOf(key) };
    const before = this.#places.get(key);
    if (before && place && isUnchanged(before, place)) return NOBODY;
    if (before) this.#byId.get(before.id)?.delete(key);
    if (place) {
      this.#places.set(key, place);
      this.#byId.set(place.id, (this.#byId.get(place.id) ?? new Set()).add(key));
    } else {
      this.#places.delete(key);
    }
    const concerned = new Set([...this.#keysOf(before?.id), ...this.#keysOf(place?.id)]);
    concerned.delete(key);
    return concerned;
  }

  /** Where other files update the same connection. A symbolic link is the file that it leads to. */
  others(key: string, target: Pick<Target, "id" | "tenant">): readonly TargetPlace[] {
    const others = new Map<string, TargetPlace>();
    for (const other of this.#keysOf(target.id)) {
      const place = this.#places.get(other);
      if (place && isSameTarget(place, target)) others.set(place.realPath, place);
    }
    others.delete(this.#places.get(key)?.realPath ?? realPathOf(key));
    return [...others.values()];
  }

  #keysOf(id: string | undefined): readonly string[] {
    return id === undefined ? [] : [...(this.#byId.get(id) ?? [])];
  }
}

const NOBODY: ReadonlySet<string> = new Set();

function realPathOf(key: string): string {
  try {
    return realpathSync.native(key);
  } catch {
    return key;
  }
}

function isUnchanged(a: TargetPlace, b: TargetPlace): boolean {
  const { start, end } = a.range;
  return (
    a.id === b.id &&
    a.tenant === b.tenant &&
    a.uri === b.uri &&
    start.line === b.range.start.line &&
    start.character === b.range.start.character &&
    end.line === b.range.end.line &&
    end.character === b.range.end.character
  );
}
