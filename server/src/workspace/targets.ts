import { realpathSync } from "node:fs";
import type { DocumentUri, Location, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type SetupFile, type TargetName, targetOf } from "../document/setupFile.js";
import { rangeOf } from "../document/jsonTree.js";
import { keyOf } from "./uris.js";

/** Where a document names the connection that it updates. */
interface TargetPlace extends TargetName, Location {
  readonly key: string;
}

interface Others {
  readonly count: number;
  readonly first: readonly Location[];
}

const MAX_FIRST = 5;
const NONE: Others = { count: 0, first: [] };

/** Which files update which connection. Each change and each question takes the same time, however many files there are. */
export class Targets {
  readonly #places = new Map<string, TargetPlace>();
  readonly #byId = new Map<string, SameId>();
  #changes = 0;

  /**
   * Records the connection that a document updates, if there's one.
   * @returns the IDs, of its new and previous connection, that other files name, too.
   */
  set(document: TextDocument, file: SetupFile): readonly string[] {
    const { uri } = document;
    const target = targetOf(file);
    if (!target) return this.delete(uri);
    const { id, tenant, node } = target;
    const key = keyOf(uri);
    return this.#record(key, { id, tenant, key, uri, range: rangeOf(document, node) });
  }

  /** Forgets a file. @returns its ID, if other files name it, too. */
  delete(uri: DocumentUri): readonly string[] {
    return this.#record(keyOf(uri), undefined);
  }

  /** Where other files update the same connection: how many, and the first. A symbolic link counts as its target. */
  others(uri: DocumentUri, { id, tenant }: TargetName): Others {
    const key = keyOf(uri);
    return this.#byId.get(id)?.others(key, this.#places.get(key), tenant) ?? NONE;
  }

  /** A number that's another one if the files that name an ID have changed; 0 if none does. */
  revisionOf(id: string): number {
    return this.#byId.get(id)?.revision ?? 0;
  }

  /** The files that name one of these IDs. */
  urisOf(ids: Iterable<string>): readonly DocumentUri[] {
    return Array.from(ids, (id) => this.#byId.get(id)?.uris() ?? []).flat();
  }

  #record(key: string, place: TargetPlace | undefined): readonly string[] {
    const before = this.#places.get(key);
    if (before && place && isSamePlace(before, place)) return [];
    this.#places.delete(key);
    if (before && this.#byId.get(before.id)?.delete(before, ++this.#changes)) this.#byId.delete(before.id);
    if (place) {
      this.#places.set(key, place);
      const sameId = this.#byId.get(place.id) ?? new SameId();
      sameId.add(place, ++this.#changes);
      this.#byId.set(place.id, sameId);
    }
    const shared = (id: string | undefined) => (id !== undefined && this.#byId.get(id)?.hasOther(key) ? [id] : []);
    return before && before.id !== place?.id ? [...shared(before.id), ...shared(place?.id)] : shared(place?.id);
  }
}

/** The places of files by the path that their symbolic link leads to, or else by their own; then by their key. */
type ByRealPath = Map<string, Map<string, TargetPlace>>;

/** The files that name one ID. */
class SameId {
  /** The paths of places are only looked up once there are two, since that takes longer than to check a file. */
  readonly #realPaths = new Map<TargetPlace, string | undefined>();
  #all: ByRealPath | undefined;
  #byTenant: Map<string | undefined, ByRealPath> | undefined;
  revision = 0;

  uris(): readonly DocumentUri[] {
    return Array.from(this.#realPaths.keys(), ({ uri }) => uri);
  }

  hasOther(key: string): boolean {
    const [one, another] = this.#realPaths.keys();
    return another !== undefined || (one !== undefined && one.key !== key);
  }

  add(place: TargetPlace, revision: number): void {
    this.revision = revision;
    this.#realPaths.set(place, undefined);
    if (this.#realPaths.size === 1) return;
    if (this.#realPaths.size === 2) for (const each of this.#realPaths.keys()) this.#arrange(each);
    else this.#arrange(place);
  }

  /** @returns whether no file is left. */
  delete(place: TargetPlace, revision: number): boolean {
    this.revision = revision;
    const realPath = this.#realPaths.get(place);
    this.#realPaths.delete(place);
    for (const group of [this.#all, this.#byTenant?.get(place.tenant)]) {
      const places = realPath === undefined ? undefined : group?.get(realPath);
      places?.delete(place.key);
      if (realPath !== undefined && places?.size === 0) group?.delete(realPath);
    }
    return this.#realPaths.size === 0;
  }

  others(key: string, asking: TargetPlace | undefined, tenant: string | undefined): Others {
    if (!this.hasOther(key)) return NONE;
    if (this.#realPaths.size === 1) for (const each of this.#realPaths.keys()) this.#arrange(each);
    const own = (asking && this.#realPaths.get(asking)) ?? realPathOf(key);
    // Files that name no tenant update the connection of each.
    const groups = tenant === undefined ? [this.#all] : [this.#byTenant?.get(tenant), this.#byTenant?.get(undefined)];
    let count = 0;
    const first: Location[] = [];
    for (const group of groups) {
      if (!group) continue;
      count += group.size - (group.has(own) ? 1 : 0);
      for (const [realPath, places] of group) {
        if (first.length === MAX_FIRST) break;
        const place = places.get(realPath) ?? places.values().next().value;
        if (realPath !== own && place) first.push(place);
      }
    }
    return { count, first };
  }

  #arrange(place: TargetPlace): void {
    if (this.#realPaths.get(place) !== undefined) return;
    const realPath = realPathOf(place.key);
    this.#realPaths.set(place, realPath);
    this.#all ??= new Map();
    this.#byTenant ??= new Map();
    const ofTenant: ByRealPath = this.#byTenant.get(place.tenant) ?? new Map();
    this.#byTenant.set(place.tenant, ofTenant);
    for (const group of [this.#all, ofTenant]) {
      const places = group.get(realPath) ?? new Map<string, TargetPlace>();
      group.set(realPath, places.set(place.key, place));
    }
  }
}

function isSamePlace(a: TargetPlace, b: TargetPlace): boolean {
  return a.id === b.id && a.tenant === b.tenant && a.uri === b.uri && isSameRange(a.range, b.range);
}

function isSameRange(a: Range, b: Range): boolean {
  return isSamePosition(a.start, b.start) && isSamePosition(a.end, b.end);
}

function isSamePosition(a: Range["start"], b: Range["start"]): boolean {
  return a.line === b.line && a.character === b.character;
}

function realPathOf(key: string): string {
  try {
    return realpathSync.native(key);
  } catch {
    return key;
  }
}
