import { createHmac, randomBytes } from "node:crypto";
import type { SecretStore } from "./namedSecrets.js";

const KEY = "vaultconn.digestKey";

/**
 * Digests that tell whether a file asks for the same as before. Their key stays in the secret storage, so that no one
 * can guess a short secret from one. Without a secret storage, the key lasts for this window.
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
    const fresh = randomBytes(32).toString("base64url");
    try {
      const known = await this.#storage.get(KEY);
      if (known !== undefined) return known;
      await this.#storage.store(KEY, fresh);
    } catch {
      // Digests made with the fresh key are still useful within this window.
    }
    return fresh;
  }
}
