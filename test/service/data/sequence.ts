/** A member of the list: the index of a catalogue connection, or the id of an inserted one. */
export type Entry = number | string;

/** Which connections there are, inserted ones first and then the catalogue's, without a list of them all. */
export class Sequence {
  #inserted: string[] = [];
  /** Indexes of the catalogue, in ascending order. */
  #removed: number[] = [];

  /** @param count how many connections of the catalogue there are at first. */
  constructor(private readonly count: number) {}

  get size(): number {
    return this.count - this.#removed.length + this.#inserted.length;
  }

  isRemoved(index: number): boolean {
    return this.#removed.includes(index);
  }

  insert(id: string): void {
    this.#inserted = [id, ...this.#inserted];
  }

  remove(entry: Entry): void {
    if (typeof entry === "string") this.#inserted = this.#inserted.filter((id) => id !== entry);
    else this.#removed = [...this.#removed, entry].sort((a, b) => a - b);
  }

  /** The member at a position from 0 to less than `size`. */
  at(position: number): Entry {
    const inserted = this.#inserted[position];
    if (inserted !== undefined) return inserted;
    let index = position - this.#inserted.length;
    for (const removed of this.#removed) {
      if (removed > index) break;
      index++;
    }
    return index;
  }
}
