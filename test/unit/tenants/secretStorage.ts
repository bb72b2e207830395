import type { SecretStorage, SecretStorageChangeEvent } from "vscode";

/** A secret storage that several windows share, as VS Code's does: each hears of what any of them changes. */
export class SharedSecrets implements SecretStorage {
  readonly #values: Map<string, string>;
  readonly #listeners: Set<(event: SecretStorageChangeEvent) => unknown>;
  /** The calls that fail, as on a machine without a keyring. */
  readonly broken = new Set<"get" | "store" | "delete">();

  constructor(other?: SharedSecrets) {
    this.#values = other ? other.#values : new Map<string, string>();
    this.#listeners = other ? other.#listeners : new Set<(event: SecretStorageChangeEvent) => unknown>();
  }

  readonly onDidChange = (listener: (event: SecretStorageChangeEvent) => unknown): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#values.keys()]);
  }

  async get(key: string): Promise<string | undefined> {
    await this.#work("get");
    return this.#values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#work("store");
    this.#values.set(key, value);
    this.#notify(key);
  }

  async delete(key: string): Promise<void> {
    await this.#work("delete");
    this.#values.delete(key);
    this.#notify(key);
  }

  async #work(call: "get" | "store" | "delete"): Promise<void> {
    await Promise.resolve();
    if (this.broken.has(call)) throw new Error("No keyring is there.");
  }

  #notify(key: string): void {
    for (const listener of this.#listeners) listener({ key });
  }
}
