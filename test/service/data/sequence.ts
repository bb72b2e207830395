/**
 * The orders a list can have; the document promises none ("List connections").
 * `creation` is the order of the catalogue with inserted connections first,
 * `recently-updated` puts what was last changed first, `shuffled` is a fixed
 * disorder that changes whenever a connection comes or goes.
 */
export type ListOrder = "creation" | "reversed" | "shuffled" | "recently-updated";

/** A member of the list: the index of a catalogue connection, or the id of an inserted one. */
export type Entry = number | string;

/** A step through a shuffled list; a prime, so it shares no factor with any length but its own multiples. */
const STRIDES = [104_729, 99_991];

/** Which connections there are and in which order, without a list of them all. */
export class Sequence {
  #inserted: string[] = [];
  #removed: number[] = [];
  /** What was changed or inserted, the latest last. */
  readonly #touched = new Set<Entry>();
  #front: readonly Entry[] | undefined;
  #skipped: readonly number[] = [];

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
    this.touch(id);
  }

  remove(entry: Entry): void {
    if (typeof entry === "string") this.#inserted = this.#inserted.filter((id) => id !== entry);
    else this.#removed = ascending([...this.#removed, entry]);
    this.#touched.delete(entry);
    this.#front = undefined;
  }

  /** Notes that a member was changed just now. */
  touch(entry: Entry): void {
    this.#touched.delete(entry);
    this.#touched.add(entry);
    this.#front = undefined;
  }

  /** The member at a position from 0 to less than `size`. */
  at(position: number, order: ListOrder): Entry {
    switch (order) {
      case "creation":
        return inOrder(position, this.#inserted, this.#removed);
      case "reversed":
        return inOrder(this.size - 1 - position, this.#inserted, this.#removed);
      case "shuffled":
        return inOrder(this.#shuffled(position), this.#inserted, this.#removed);
      case "recently-updated":
        return inOrder(position, this.#recent(), this.#skipped);
    }
  }

  #shuffled(position: number): number {
    const stride = STRIDES.find((prime) => this.size % prime !== 0) ?? 1;
    return (position * stride + 17) % this.size;
  }

  #recent(): readonly Entry[] {
    if (this.#front === undefined) {
      this.#front = [...this.#touched].reverse();
      this.#skipped = ascending([...this.#removed, ...this.#front.filter((entry) => typeof entry === "number")]);
    }
    return this.#front;
  }
}

/** The entry at a position where `front` comes first, then the catalogue without the indexes `skipped` (ascending). */
function inOrder(position: number, front: readonly Entry[], skipped: readonly number[]): Entry {
  const entry = front[position];
  if (entry !== undefined) return entry;
  let index = position - front.length;
  for (const skip of skipped) {
    if (skip > index) break;
    index++;
  }
  return index;
}

function ascending(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}
