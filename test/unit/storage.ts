import type { SecretStorage, SecretStorageChangeEvent } from "vscode";
import type { Storage } from "../../client/core/storage/durableStorage.js";
import type { FileReading, SecretSources } from "../../client/core/secrets/sources.js";
import type { UpdateRequest } from "../../server/protocol/messages.js";

import { vscode } from "./vscode.js";

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

/** A secret storage that several windows share, as VS Code's does: each hears of what any of them changes. */
export class SharedSecrets implements SecretStorage {
  readonly #changed: InstanceType<typeof vscode.EventEmitter<SecretStorageChangeEvent>>;
  /** The calls that fail, as on a machine without a keyring. */
  readonly broken = new Set<"get" | "store" | "delete">();

  constructor(
    other?: SharedSecrets,
    readonly values: Map<string, string> = other ? other.values : new Map<string, string>(),
  ) {
    this.#changed = other ? other.#changed : new vscode.EventEmitter();
  }

  readonly onDidChange = (listener: (event: SecretStorageChangeEvent) => void) => this.#changed.event(listener);

  keys(): Promise<string[]> {
    return Promise.resolve([...this.values.keys()]);
  }

  async get(key: string): Promise<string | undefined> {
    await this.#use("get");
    return this.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    await this.#use("store");
    this.values.set(key, value);
    this.#changed.fire({ key });
  }

  async delete(key: string): Promise<void> {
    await this.#use("delete");
    this.values.delete(key);
    this.#changed.fire({ key });
  }

  async #use(call: "get" | "store" | "delete"): Promise<void> {
    await Promise.resolve();
    if (this.broken.has(call)) throw new Error("No keyring is there.");
  }
}

/** Values by name. A file is its text. */
export interface Values {
  readonly env?: Readonly<Record<string, string>>;
  readonly secret?: Readonly<Record<string, string>>;
  readonly file?: Readonly<Record<string, FileReading | string>>;
  readonly trusted?: boolean;
}

/** Sources that hold these values and count what they are asked for. */
export function sourcesOf({ env = {}, secret = {}, file = {}, trusted = true }: Values = {}): SecretSources & {
  readonly asked: string[];
} {
  const asked: string[] = [];
  const own = <Value>(values: Readonly<Record<string, Value>>, kind: string, name: string) => {
    asked.push(`${kind}:${name}`);
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
  return {
    asked,
    trusted,
    environment: (name) => own(env, "env", name),
    secret: (name) => Promise.resolve(own(secret, "secret", name)),
    file: (path) => {
      const found = own(file, "file", path) ?? ({ ok: false, fault: "not-found" } as const);
      return Promise.resolve(typeof found === "string" ? { ok: true, text: found } : found);
    },
  };
}

/** A request read from JSON text, as it comes over the wire: names such as `__proto__` are its own. */
export function parsed(text: string): UpdateRequest {
  return JSON.parse(text) as UpdateRequest;
}
