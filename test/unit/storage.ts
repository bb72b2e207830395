import { Emitter } from "vscode-languageserver";
import type { SecretStorage, SecretStorageChangeEvent } from "vscode";
import type { Storage } from "../../client/core/storage/durableStorage.js";
import type { FileReading, SecretSources } from "../../client/core/secrets/sources.js";

/** A store that keeps texts, as VS Code's does, and can be read by the next window. */
export class TextStorage implements Storage {
  readonly #texts = new Map<string, string>();
  /** Whether the disk is full. */
  full = false;

  get(key: string): unknown {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }

  update(key: string, value: unknown): Promise<void> {
    if (this.full) return Promise.reject(new Error("ENOSPC"));
    this.#texts.set(key, JSON.stringify(value));
    return Promise.resolve();
  }

  get everything(): string {
    return [...this.#texts.values()].join("\n");
  }
}

type Call = "get" | "store" | "delete";

/** A secret storage that several windows share, as VS Code's does: each hears of what any of them changes. */
export class SharedSecrets implements SecretStorage {
  /** The calls that fail, as on a machine without a keyring. */
  readonly broken = new Set<Call>();

  constructor(
    readonly values = new Map<string, string>(),
    readonly changed = new Emitter<SecretStorageChangeEvent>(),
  ) {}

  /** The same secrets for another window. */
  readonly another = () => new SharedSecrets(this.values, this.changed);
  readonly onDidChange = (listener: (event: SecretStorageChangeEvent) => void) => this.changed.event(listener);
  readonly keys = () => Promise.resolve([...this.values.keys()]);
  readonly get = (key: string) => this.#use("get", () => this.values.get(key));
  readonly store = (key: string, value: string) => this.#change("store", key, () => this.values.set(key, value));
  readonly delete = (key: string) => this.#change("delete", key, () => this.values.delete(key));

  async #use<Result>(call: Call, work: () => Result): Promise<Result> {
    await Promise.resolve();
    if (this.broken.has(call)) throw new Error("No keyring is there.");
    return work();
  }

  async #change(call: Call, key: string, work: () => unknown): Promise<void> {
    await this.#use(call, work);
    this.changed.fire({ key });
  }
}

/** Values by name. A file is its text. */
export interface Values {
  readonly env?: Readonly<Record<string, string>>;
  readonly secret?: Readonly<Record<string, string>>;
  readonly file?: Readonly<Record<string, FileReading | string>>;
}

/** Sources that hold these values and count what they are asked for. */
export function sourcesOf({ env = {}, secret = {}, file = {} }: Values = {}) {
  const asked: string[] = [];
  const own =
    <Value>(kind: string, values: Readonly<Record<string, Value>>) =>
    (name: string) => {
      asked.push(`${kind}:${name}`);
      return Object.hasOwn(values, name) ? values[name] : undefined;
    };
  const [secretOf, fileOf] = [own("secret", secret), own("file", file)];
  return {
    asked,
    trusted: true,
    environment: own("env", env),
    secret: (name) => Promise.resolve(secretOf(name)),
    file: (path) => {
      const found = fileOf(path) ?? { ok: false, fault: "not-found" };
      return Promise.resolve(typeof found === "string" ? { ok: true, text: found } : found);
    },
  } satisfies SecretSources & { readonly asked: readonly string[] };
}
