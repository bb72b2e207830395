import type * as vscode from "vscode";

/**
 * What is kept for a tenant: the secret part of a credential. Where tokens are
 * asked for, and by which client, stands in the settings.
 */
export type Secret =
  | { readonly kind: "accessToken"; readonly accessToken: string }
  | { readonly kind: "clientCredentials"; readonly clientId: string; readonly clientSecret: string };

const PREFIX = "vaultconn.credential:";

/**
 * Keeps credentials in VS Code's SecretStorage, one for each origin. Where the
 * storage cannot be written (a machine without a keyring), they are held for
 * this window only, and `store` says so.
 */
export class Credentials {
  readonly #storage: vscode.SecretStorage;
  readonly #thisWindow = new Map<string, string>();

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  /** The secret kept for an origin, if there is one that can be read. */
  async find(origin: string): Promise<Secret | undefined> {
    const text = this.#thisWindow.get(origin) ?? (await this.#read(PREFIX + origin));
    return text === undefined ? undefined : parse(text);
  }

  /** @returns whether the secret will be there after a restart. */
  async store(origin: string, secret: Secret): Promise<boolean> {
    const text = JSON.stringify(secret);
    try {
      await this.#storage.store(PREFIX + origin, text);
      this.#thisWindow.delete(origin);
      return true;
    } catch {
      this.#thisWindow.set(origin, text);
      return false;
    }
  }

  async remove(origin: string): Promise<void> {
    this.#thisWindow.delete(origin);
    await this.#storage.delete(PREFIX + origin);
  }

  /** Calls back with the origin whose credential changed, in this window or another. */
  onDidChange(listener: (origin: string) => void): vscode.Disposable {
    return this.#storage.onDidChange(({ key }) => {
      if (key.startsWith(PREFIX)) listener(key.slice(PREFIX.length));
    });
  }

  async #read(key: string): Promise<string | undefined> {
    try {
      return await this.#storage.get(key);
    } catch {
      return undefined;
    }
  }
}

function parse(text: string): Secret | undefined {
  try {
    const value = JSON.parse(text) as Partial<Record<string, unknown>> | null;
    const { kind, accessToken, clientId, clientSecret } = value ?? {};
    if (kind === "accessToken" && typeof accessToken === "string") return { kind, accessToken };
    if (kind === "clientCredentials" && typeof clientId === "string" && typeof clientSecret === "string") return { kind, clientId, clientSecret };
    return undefined;
  } catch {
    return undefined;
  }
}
