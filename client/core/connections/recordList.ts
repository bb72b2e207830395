import { isDeepStrictEqual } from "node:util";
import type { ConnectionRecord } from "../service/operations/records.js";
import { parseTime } from "../text/formatTime.js";

export interface ListChange {
  readonly records: readonly ConnectionRecord[];
  readonly members: boolean;
  readonly order: boolean;
}

export const UNCHANGED: ListChange = { records: [], members: false, order: false };

export type Order = "name" | "lastChange";

type Compare = (a: ConnectionRecord, b: ConnectionRecord) => number;

/** A list that sorts once per order and language. After that, it inserts added and changed records by binary search. */
export class RecordList {
  /** In the service's order. */
  readonly #records = new Map<string, ConnectionRecord>();
  #sorted: ConnectionRecord[] = [];
  #sorting: { readonly key: string; readonly compare: Compare } | undefined;

  get all(): readonly ConnectionRecord[] {
    return [...this.#records.values()];
  }

  find(id: string): ConnectionRecord | undefined {
    return this.#records.get(id);
  }

  /** Compares names by the rules of `language`, a BCP 47 tag, and numbers in them by value. */
  sorted(order: Order, language: string): readonly ConnectionRecord[] {
    const key = `${order} ${language}`;
    if (this.#sorting?.key !== key) {
      this.#sorting = { key, compare: comparison(order, language) };
      this.#sorted = this.all.toSorted(this.#sorting.compare);
    }
    return this.#sorted;
  }

  next(filled: boolean): RecordList {
    const list = new RecordList();
    list.#sorting = this.#sorting;
    if (filled) {
      list.#sorted = [...this.#sorted];
      for (const record of this.all) list.#records.set(record.id, record);
    }
    return list;
  }

  /** Appends records that aren't in the list. Reuses objects from `known` for unchanged records. */
  add(records: readonly ConnectionRecord[], known: RecordList): void {
    for (const read of records) {
      const before = known.find(read.id);
      const record = before && isDeepStrictEqual(before, read) ? before : read;
      this.#records.set(record.id, record);
      if (this.#sorting) this.#sorted.splice(this.#insertionIndex(record), 0, record);
    }
  }

  replace(record: ConnectionRecord): ListChange {
    const before = this.find(record.id);
    if (!before || isDeepStrictEqual(before, record)) return UNCHANGED;
    this.#records.set(record.id, record);
    const from = this.#sorted.indexOf(before);
    this.#sorted = this.#sorted.toSpliced(from, 1);
    const to = this.#insertionIndex(record);
    this.#sorted.splice(to, 0, record);
    return { records: [record], members: false, order: from !== to };
  }

  remove(id: string): ListChange {
    if (!this.#records.delete(id)) return UNCHANGED;
    this.#sorted = this.#sorted.filter((record) => record.id !== id);
    return { records: [], members: true, order: true };
  }

  changeSince(earlier: RecordList): ListChange {
    const kept = this.all.filter(({ id }) => earlier.find(id));
    return {
      records: kept.filter((record) => earlier.find(record.id) !== record),
      members: kept.length < this.#records.size || kept.length < earlier.#records.size,
      order: this.#sorted.some(({ id }, place) => earlier.#sorted[place]?.id !== id),
    };
  }

  #insertionIndex(record: ConnectionRecord): number {
    let [first, end] = [0, this.#sorted.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      const other = this.#sorted[middle];
      if (other && this.#sorting && this.#sorting.compare(other, record) < 0) first = middle + 1;
      else end = middle;
    }
    return first;
  }
}

function comparison(order: Order, language: string): Compare {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: "base" });
  const byName: Compare = (a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
  if (order === "name") return byName;
  const times = new WeakMap<ConnectionRecord, number>();
  const updated = (record: ConnectionRecord) => {
    const time = times.get(record) ?? parseTime(record.updated_at) ?? 0;
    times.set(record, time);
    return time;
  };
  return (a, b) => updated(b) - updated(a) || byName(a, b);
}
