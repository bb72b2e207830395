import * as vscode from "vscode";

/** VS Code keeps back what a tree tells of until it has told nothing for 200 ms, apart from what comes first. */
const APART_MS = 250;

/**
 * Tells VS Code which rows of a tree changed: the first ones at once, and what changes soon after that together. A tree
 * that told of each change as it comes would never be drawn anew in a window where something changes all the time.
 */
export class ChangedRows<Row> implements vscode.Disposable {
  readonly #emitter = new vscode.EventEmitter<Row[] | undefined>();
  readonly #waiting = new Set<Row>();
  #isWholeWaiting = false;
  #pause: NodeJS.Timeout | undefined;
  readonly event = this.#emitter.event;

  dispose(): void {
    clearTimeout(this.#pause);
    this.#emitter.dispose();
  }

  /** @param rows to be drawn anew with all that is under them; undefined for the whole tree. */
  tell(rows: readonly Row[] | undefined): void {
    if (rows === undefined) this.#isWholeWaiting = true;
    for (const row of rows ?? []) this.#waiting.add(row);
    if (this.#pause === undefined) this.#tellWaiting();
  }

  #tellWaiting(): void {
    this.#pause = undefined;
    if (!this.#isWholeWaiting && this.#waiting.size === 0) return;
    const rows = this.#isWholeWaiting ? undefined : [...this.#waiting];
    this.#isWholeWaiting = false;
    this.#waiting.clear();
    this.#pause = setTimeout(() => {
      this.#tellWaiting();
    }, APART_MS);
    this.#emitter.fire(rows);
  }
}
