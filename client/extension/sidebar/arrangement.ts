import * as vscode from "vscode";
import { type Arrangement, isArrangement, PLAIN } from "../../core/connections/arrangeConnections.js";

const KEY = "vaultconn.arrangement";

export class ArrangementMemory {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<Partial<Arrangement>>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get current(): Arrangement {
    // An earlier version had fewer conditions.
    const stored: unknown = { ...PLAIN, ...this.#state.get<object>(KEY) };
    return isArrangement(stored) ? stored : PLAIN;
  }

  async change(change: Partial<Arrangement>): Promise<void> {
    await this.#state.update(KEY, { ...this.current, ...change });
    this.#changed.fire(change);
  }
}

/** VS Code needs about 1 s for every 10,000 rows whenever anything changes. */
const STEP_ROWS = 1000;

export class RowLimits {
  readonly #limits = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<string>();
  /** Fires with the id of the new rows' parent. */
  readonly onDidChange = this.#changed.event;

  /** @param parent the id of their parent row. */
  of(parent: string): number {
    return this.#limits.get(parent) ?? STEP_ROWS;
  }

  /** Draws one more step of rows, or enough steps for `atLeast` rows. */
  raise(parent: string, atLeast?: number): void {
    const known = this.of(parent);
    const limit = atLeast === undefined ? known + STEP_ROWS : Math.ceil(atLeast / STEP_ROWS) * STEP_ROWS;
    if (limit <= known) return;
    this.#limits.set(parent, limit);
    this.#changed.fire(parent);
  }
}
