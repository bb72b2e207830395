import { createHmac, randomBytes } from "node:crypto";
import type { SecretStore } from "./namedSecrets.js";

const KEY = "vaultconn.digestKey";

/**
 * Makes digests that tell whether a file asks for the same as before. They are
 * keyed, and the key stays in the secret storage, so that nobody can guess a
 * short secret from one. Without a secret storage the key lasts for this window.
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

  /** Names the key, to tell whether digests that were kept can be compared with those made now. */
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
      // The digests of this window are of use to this window.
    }
    return fresh;
  }
}
