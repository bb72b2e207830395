import * as vscode from "vscode";

/**
 * So many rows are drawn under one parent at first, and with each step more.
 * VS Code takes a second for every ten thousand rows, each time anything changes.
 */
const STEP = 1000;

/** How many rows are drawn under each tenant or group. */
export class RowLimits implements vscode.Disposable {
  readonly #limits = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<string>();
  /** Fires with the id of the row that has more rows under it now. */
  readonly onDidChange = this.#changed.event;

  /** @param parent the id of the row they stand under. */
  of(parent: string): number {
    return this.#limits.get(parent) ?? STEP;
  }

  /** Draws another step of rows; or, where a number is given, as many steps as that takes. */
  raise(parent: string, atLeast?: number): void {
    const known = this.of(parent);
    const wanted = atLeast === undefined ? known + STEP : Math.ceil(atLeast / STEP) * STEP;
    if (wanted <= known) return;
    this.#limits.set(parent, wanted);
    this.#changed.fire(parent);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
