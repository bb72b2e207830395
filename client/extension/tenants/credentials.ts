import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Credential, SignInMethod, Values } from "../../core/service/signIn/method.js";
import { fieldsKept, methodOf } from "../../core/service/signIn/table.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Services } from "../services.js";
import { NamedSecrets } from "../../core/secrets/namedSecrets.js";

/**
 * A credential for another token endpoint isn't sent, and a key that no longer fits the settings can't be used.
 */
export function isGivenFor(secret: Credential, { authUrl, signIn }: Pick<Tenant, "authUrl" | "signIn">): boolean {
  if (secret["authUrl"] === undefined) return true;
  const values = { ...signIn, ...secret };
  const fields = methodOf(secret.kind)?.fields ?? [];
  return (
    secret["authUrl"] === authUrl && fields.every(({ name, check }) => check(values[name] ?? "", values) === undefined)
  );
}

/**
 * The kind of a sign-in method and its secrets. Methods that request tokens also keep the `authUrl`: their secrets are
 * sent nowhere else.
 * @param answers by the names of the method's fields, as they were typed.
 */
export function secretOf(method: SignInMethod, answers: Values, { authUrl }: Pick<Tenant, "authUrl">): Credential {
  const secrets = fieldsKept(method, "secret").map(({ name, clean }) => {
    const text = answers[name] ?? "";
    return [name, clean?.(text) ?? text.trim()] as const;
  });
  return { kind: method.kind, ...Object.fromEntries(secrets), ...("proof" in method.token && { authUrl }) };
}

const PREFIX = "vaultconn.credential:";

/**
 * Credentials in VS Code's SecretStorage, by origin. If it can't be written (a machine without a keyring), they last as
 * long as this window.
 */
export class Credentials {
  readonly #storage: vscode.SecretStorage;
  /** What counts in this window whatever the storage holds; undefined where there is nothing to sign in with. */
  readonly #thisWindow = new Map<string, string | undefined>();

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  async find(origin: string): Promise<Credential | undefined> {
    const text = this.#thisWindow.has(origin) ? this.#thisWindow.get(origin) : await this.#read(PREFIX + origin);
    return text === undefined ? undefined : parse(text);
  }

  /**
   * Stores what signs in to an origin, or removes it if there's none. It counts in this window in any case.
   * @returns whether the storage was changed too.
   */
  async set(origin: string, secret: Credential | undefined): Promise<boolean> {
    const text = secret && JSON.stringify(secret);
    try {
      await (text === undefined ? this.#storage.delete(PREFIX + origin) : this.#storage.store(PREFIX + origin, text));
      this.#thisWindow.delete(origin);
      return true;
    } catch {
      this.#thisWindow.set(origin, text);
      return false;
    }
  }

  /** Calls back with the origin whose credential changed, in this window or another. */
  onDidChange(listener: (origin: string) => void): vscode.Disposable {
    return this.#storage.onDidChange(({ key }) => {
      if (!key.startsWith(PREFIX)) return;
      const origin = key.slice(PREFIX.length);
      // What another window has written is newer than what this one couldn't write.
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

/** What is kept may have been written by another version, or by someone else. */
function parse(text: string): Credential | undefined {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const method = methodOf(value?.["kind"]);
    if (!value || !method) return undefined;
    const required = fieldsKept(method, "secret").map(({ name }) => name);
    const names = "proof" in method.token ? [...required, "authUrl"] : required;
    if (names.some((name) => typeof value[name] !== "string")) return undefined;
    const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return { ...Object.fromEntries(texts), kind: method.kind };
  } catch {
    return undefined;
  }
}

/** Signs in with a credential, or out without one. Warns if the secret storage can't be changed. */
export async function setCredential(
  { credentials, sessions }: Services,
  { origin, name }: Tenant,
  secret: Credential | undefined,
): Promise<void> {
  const isStored = await credentials.set(origin, secret);
  // A new sign-in, even with the same credential, may come with other scopes: what follows mustn't wait for an event.
  sessions.withOrigin(origin)?.client.dropToken();
  if (isStored) return;
  await sessions.credentialChanged(origin);
  const shown = sanitizeText(name);
  void vscode.window.showWarningMessage(
    secret
      ? l10n.t(
          "This computer has no secret storage, so your credentials for {0} are kept only until this window closes. To keep them longer, set up or unlock a keyring, and then sign in again.",
          shown,
        )
      : l10n.t(
          "This computer's secret storage can't be changed. This window no longer uses your credentials for {0}, but they may still be stored. Set up or unlock a keyring, and then sign out again.",
          shown,
        ),
  );
}

const NAMES_KEY = "vaultconn.secretNames";

/** The stored secrets of this user: values in the secret storage, names in the extension's global state. */
export function namedSecrets({ globalState, secrets }: vscode.ExtensionContext): NamedSecrets {
  return new NamedSecrets(secrets, {
    get: () => globalState.get<readonly string[]>(NAMES_KEY, []),
    set: (names) => globalState.update(NAMES_KEY, names),
  });
}
