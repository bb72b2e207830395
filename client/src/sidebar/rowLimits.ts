import * as vscode from "vscode";

/**
 * So many rows are drawn under one parent at first, and with each step more.
 * VS Code takes a second for every ten thousand rows, each time anything changes.
 */
const STEP = 1000;

/** How many rows are drawn under each tenant or group. */
export class RowLimits implements vscode.Disposable {
  readonly #limits = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  /** @param parent the id of the row they stand under. */
  of(parent: string): number {
    return this.#limits.get(parent) ?? STEP;
  }

  raise(parent: string): void {
    this.#limits.set(parent, this.of(parent) + STEP);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
