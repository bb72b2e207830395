import type * as vscode from "vscode";
import type { Tenant } from "./tenant.js";

/**
 * What is kept for a tenant: the secret part of a credential. Where tokens are
 * asked for, and by which client, stands in the settings.
 */
export type Secret =
  | { readonly kind: "accessToken"; readonly accessToken: string }
  | {
      readonly kind: "clientCredentials";
      readonly clientId: string;
      readonly clientSecret: string;
      /** Where tokens were asked for when the secret was given, as a tenant's `authUrl`. It is sent nowhere else. */
      readonly authUrl: string;
    };

/** Whether a secret was given for this tenant as it is now: one for another token endpoint is of no use, and none of its business. */
export function isGivenFor(secret: Secret, { authUrl }: Pick<Tenant, "authUrl">): boolean {
  return secret.kind === "accessToken" || secret.authUrl === authUrl;
}

const PREFIX = "vaultconn.credential:";

/**
 * Keeps credentials in VS Code's SecretStorage, one for each origin. Where the
 * storage cannot be written (a machine without a keyring), they are held for
 * this window only, and `store` says so.
 */
export class Credentials {
  readonly #storage: vscode.SecretStorage;
  /** What counts in this window whatever the storage holds; undefined where there is nothing to sign in with. */
  readonly #thisWindow = new Map<string, string | undefined>();

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  /** The secret kept for an origin, if there is one that can be read. */
  async find(origin: string): Promise<Secret | undefined> {
    const text = this.#thisWindow.has(origin) ? this.#thisWindow.get(origin) : await this.#read(PREFIX + origin);
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

  /** @returns whether the secret is gone from the storage too; for this window it is gone in any case. */
  async remove(origin: string): Promise<boolean> {
    try {
      await this.#storage.delete(PREFIX + origin);
      this.#thisWindow.delete(origin);
      return true;
    } catch {
      this.#thisWindow.set(origin, undefined);
      return false;
    }
  }

  /** Calls back with the origin whose credential changed, in this window or another. */
  onDidChange(listener: (origin: string) => void): vscode.Disposable {
    return this.#storage.onDidChange(({ key }) => {
      if (!key.startsWith(PREFIX)) return;
      const origin = key.slice(PREFIX.length);
      // What another window has written is newer than what this one could not write.
      this.#thisWindow.delete(origin);
      listener(origin);
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
    const { kind, accessToken, clientId, clientSecret, authUrl } = value ?? {};
    if (kind === "accessToken" && typeof accessToken === "string") return { kind, accessToken };
    if (
      kind === "clientCredentials" &&
      typeof clientId === "string" &&
      typeof clientSecret === "string" &&
      typeof authUrl === "string"
    ) {
      return { kind, clientId, clientSecret, authUrl };
    }
    return undefined;
  } catch {
    return undefined;
  }
}
