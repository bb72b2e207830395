import * as vscode from "vscode";
import { PLAIN, type Arrangement } from "../../core/connections/arrangement.js";
import { NO_FILTER } from "../../core/connections/connectionFilter.js";

const KEY = "vaultconn.arrangement";

/** How the rows are arranged just now, and after a restart. */
export class ArrangementMemory implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<Partial<Arrangement>>();
  /** Fires with what is arranged in another way now. */
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

  /** Hides nothing any more. Grouping and order stay. */
  async showAll(): Promise<void> {
    await this.change(NO_FILTER);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
