/** Of many changes at once, each concerns the same other files. They're reported again after this time without one. */
const SETTLED_MS = 20;

/** Which other files changes concern: all, or those that name some IDs. */
export type Concern = "all" | ReadonlySet<string>;

/** Collects what changes concern, and reports it once. */
export class Concerned {
  #ids = new Set<string>();
  #isAll = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #report: (concern: Concern) => void;

  constructor(report: (concern: Concern) => void) {
    this.#report = report;
  }

  addAll(): void {
    this.#isAll = true;
    this.#settle();
  }

  add(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.#ids.add(id);
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const concern = this.#isAll ? "all" : this.#ids;
      this.#ids = new Set();
      this.#isAll = false;
      this.#report(concern);
    }, SETTLED_MS);
  }
}
