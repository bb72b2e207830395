import type * as vscode from "vscode";

const KEY = "vaultconn.targets";

/** The connection a file without an `id` of its own was last pushed to. Nothing here is secret. */
export interface Target {
  readonly origin: string;
  readonly id: string;
}

/** What is remembered about setup files outside of them, for this workspace. */
export class FileMemory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  target(file: vscode.Uri): Target | undefined {
    return this.#targets()[file.toString()];
  }

  async rememberTarget(file: vscode.Uri, target: Target): Promise<void> {
    await this.#state.update(KEY, { ...this.#targets(), [file.toString()]: target });
  }

  #targets(): Readonly<Record<string, Target>> {
    return this.#state.get<Record<string, Target>>(KEY, {});
  }
}
