import * as vscode from "vscode";

/**
 * VS Code keeps back what a tree reports until it has told nothing for 200 ms, apart from what comes first. The
 * message above the rows counts as something told, even where it is the same one again.
 */
const INTERVAL_MS = 250;

/**
 * Tells VS Code which rows of a tree changed, and what is said above them: what comes first at once, and what changes
 * soon after that together. A tree that notified of each change as it comes would never be drawn again in a window where
 * something changes all the time.
 */
export class ChangedRows<Row> implements vscode.Disposable {
  readonly #rows = new vscode.EventEmitter<Row[] | undefined>();
  readonly #messages = new vscode.EventEmitter<string>();
  readonly #waiting = new Set<Row>();
  #isWholeWaiting = false;
  #message = "";
  #shownMessage = "";
  #pause: NodeJS.Timeout | undefined;
  readonly onDidChangeRows = this.#rows.event;
  readonly onDidChangeMessage = this.#messages.event;

  dispose(): void {
    clearTimeout(this.#pause);
    this.#rows.dispose();
    this.#messages.dispose();
  }

  /** @param rows to be drawn again with all that is under them; undefined for the whole tree. */
  notify(rows: readonly Row[] | undefined): void {
    if (rows === undefined) this.#isWholeWaiting = true;
    for (const row of rows ?? []) this.#waiting.add(row);
    if (this.#pause === undefined) this.#notifyWaiting();
  }

  /** @param message what is said above the rows; "" for nothing. */
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
