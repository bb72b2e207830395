import { realpathSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { isSameTarget, type Target, type TargetPlace } from "../document/setupFile.js";

/** Which files of the workspace update which connection. Keys are those of `keyOf`. */
export class Targets {
  readonly #places = new Map<string, TargetPlace>();
  readonly #byId = new Map<string, Set<string>>();

  /**
   * Records what a file updates; nothing if it names no connection or is gone.
   * @returns the keys of other files that this concerns, because they update, or updated, the same connection.
   */
  set(key: string, place: TargetPlace | undefined): ReadonlySet<string> {
    const before = this.#places.get(key);
    if (isDeepStrictEqual(before, place)) return new Set();
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
    const others = this.#keysOf(target.id).flatMap((other) => {
      const place = other === key ? undefined : this.#places.get(other);
      return place && isSameTarget(place, target) ? [[realPathOf(other), place] as const] : [];
    });
    if (others.length === 0) return [];
    const byFile = new Map(others);
    byFile.delete(realPathOf(key));
    return [...byFile.values()];
  }

  #keysOf(id: string | undefined): readonly string[] {
    return id === undefined ? [] : [...(this.#byId.get(id) ?? [])];
  }
}

function realPathOf(key: string): string {
  try {
    return realpathSync.native(key);
  } catch {
    return key;
  }
}
