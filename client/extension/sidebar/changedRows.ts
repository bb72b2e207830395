import * as vscode from "vscode";

/**
 * After the first change, VS Code waits until a tree has reported nothing for 200 ms. A message above the rows counts
 * as a report, even if it's the same.
 */
const INTERVAL_MS = 250;

/**
 * Reports the first change at once, and batches those soon after it. Otherwise, VS Code would never draw a tree that
 * changes all the time.
 */
export class ChangedRows<Row> {
  readonly #rows = new vscode.EventEmitter<Row[] | undefined>();
  readonly #messages = new vscode.EventEmitter<string>();
  readonly #waiting = new Set<Row>();
  #isWholeWaiting = false;
  #message = "";
  #shownMessage = "";
  #pause: NodeJS.Timeout | undefined;
  readonly onDidChangeRows = this.#rows.event;
  readonly onDidChangeMessage = this.#messages.event;

  /** @param rows the rows to redraw with everything below them; undefined for the whole tree. */
  notify(rows: readonly Row[] | undefined): void {
    if (rows === undefined) this.#isWholeWaiting = true;
    for (const row of rows ?? []) this.#waiting.add(row);
    if (this.#pause === undefined) this.#notifyWaiting();
  }

  /** @param message shown above the rows; "" for none. */
  showMessage(message: string): void {
    this.#message = message;
    if (this.#pause === undefined) this.#notifyWaiting();
  }

  #notifyWaiting(): void {
    this.#pause = undefined;
    const hasRows = this.#isWholeWaiting || this.#waiting.size > 0;
    const hasMessage = this.#message !== this.#shownMessage;
    if (!hasRows && !hasMessage) return;
    const rows = this.#isWholeWaiting ? undefined : [...this.#waiting];
    this.#isWholeWaiting = false;
    this.#waiting.clear();
    this.#shownMessage = this.#message;
    this.#pause = setTimeout(() => {
      this.#notifyWaiting();
    }, INTERVAL_MS);
    if (hasRows) this.#rows.fire(rows);
    if (hasMessage) this.#messages.fire(this.#message);
  }
}
