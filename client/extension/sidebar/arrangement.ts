import * as vscode from "vscode";
import { type Arrangement, PLAIN, NO_FILTER } from "../../core/connections/arrangement.js";
import type { Services } from "../services.js";

const KEY = "vaultconn.arrangement";

export class ArrangementMemory {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<Partial<Arrangement>>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get current(): Arrangement {
    return { ...PLAIN, ...this.#state.get<Partial<Arrangement>>(KEY) };
  }

  async change(change: Partial<Arrangement>): Promise<void> {
    await this.#state.update(KEY, { ...this.current, ...change });
    this.#changed.fire(change);
  }

  /** Grouping and order stay. */
  async showAll(): Promise<void> {
    await this.change(NO_FILTER);
  }
}

/** VS Code takes a second for every ten thousand rows, each time anything changes. */
const STEP_ROWS = 1000;

export class RowLimits {
  readonly #limits = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<string>();
  /** Fires with the id of the row above the new rows. */
  readonly onDidChange = this.#changed.event;

  /** @param parent the id of the row they stand under. */
  of(parent: string): number {
    return this.#limits.get(parent) ?? STEP_ROWS;
  }

  /** Draws another step of rows, or as many steps as `atLeast` takes. */
  raise(parent: string, atLeast?: number): void {
    const known = this.of(parent);
    const limit = atLeast === undefined ? known + STEP_ROWS : Math.ceil(atLeast / STEP_ROWS) * STEP_ROWS;
    if (limit <= known) return;
    this.#limits.set(parent, limit);
    this.#changed.fire(parent);
  }
}

export async function toggleGrouping({ arrangement }: Services): Promise<void> {
  await arrangement.change({ grouped: !arrangement.current.grouped });
}
