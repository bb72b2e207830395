/**
 * A set of ids, for telling a hundred thousand apart. `Set` spends a quarter of
 * the time a large list takes on looking strings up all over the memory; here
 * their hashes stand side by side.
 */
export class IdSet {
  readonly #ids: string[] = [];
  // Nobody can prepare ids that all have the same hash.
  readonly #seed = Math.floor(Math.random() * 2 ** 31);
  /** Open addressing: of each place the hash, and one more than the index of the id; 0 is an empty place. */
  #hashes = new Int32Array(1024);
  #indexes = new Int32Array(1024);

  get size(): number {
    return this.#ids.length;
  }

  /** @returns whether the id is new. */
  add(id: string): boolean {
    const hash = this.#hash(id);
    const mask = this.#indexes.length - 1;
    let place = hash & mask;
    for (let index = this.#indexes[place] ?? 0; index !== 0; index = this.#indexes[place] ?? 0) {
      if (this.#hashes[place] === hash && this.#ids[index - 1] === id) return false;
      place = (place + 1) & mask;
    }
    this.#hashes[place] = hash;
    this.#indexes[place] = this.#ids.push(id);
    if (this.#ids.length * 2 > this.#indexes.length) this.#grow();
    return true;
  }

  #grow(): void {
    const [hashes, indexes] = [this.#hashes, this.#indexes];
    const mask = indexes.length * 4 - 1;
    this.#hashes = new Int32Array(mask + 1);
    this.#indexes = new Int32Array(mask + 1);
    for (let from = 0; from < indexes.length; from++) {
      const index = indexes[from] ?? 0;
      if (index === 0) continue;
      const hash = hashes[from] ?? 0;
      let place = hash & mask;
      while (this.#indexes[place] !== 0) place = (place + 1) & mask;
      this.#hashes[place] = hash;
      this.#indexes[place] = index;
    }
  }

  /** FNV-1a over the UTF-16 code units, its upper half mixed into the lower one. */
  #hash(id: string): number {
    let hash = this.#seed;
    for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 16_777_619);
    return hash ^ (hash >>> 15);
  }
}
