import { createHmac, randomBytes } from "node:crypto";
import type { SecretStore } from "./namedSecrets.js";

const KEY = "vaultconn.digestKey";

/**
 * Keyed digests that tell whether a file or value changed. The key stays in the secret storage, so that a digest
 * doesn't reveal a short secret. Without secret storage, the key lasts for this window.
 */
export class Digests {
  readonly #storage: SecretStore;
  #key: Promise<string> | undefined;

  constructor(storage: SecretStore) {
    this.#storage = storage;
  }

  async of(value: unknown): Promise<string> {
    this.#key ??= this.#readKey();
    return createHmac("sha256", await this.#key)
      .update(JSON.stringify(value))
      .digest("base64url");
  }

  key(): Promise<string> {
    return this.of(["key"]);
  }

  async #readKey(): Promise<string> {
    const newKey = randomBytes(32).toString("base64url");
    try {
      const known = await this.#storage.get(KEY);
      if (known !== undefined) return known;
      await this.#storage.store(KEY, newKey);
    } catch {
      // Digests with the new key still work within this window.
    }
    return newKey;
  }
}
