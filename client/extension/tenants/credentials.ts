import type * as vscode from "vscode";
import type { Credential, SignInMethod, Values } from "../../core/service/signIn/method.js";
import { fieldsKept, methodOf } from "../../core/service/signIn/signInMethods.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { isObject, parseJson } from "../../core/text/json.js";

/**
 * Whether a credential can be used with a tenant's settings: it must be for the same token endpoint and sign-in method.
 */
export function isGivenFor(secret: Credential, { authUrl, signIn }: Pick<Tenant, "authUrl" | "signIn">): boolean {
  const method = methodOf(secret.kind);
  if (!method || "given" in method.token) return method !== undefined;
  const values = { ...signIn, ...secret };
  const isValid = method.fields.every(({ name, check }) => check(values[name] ?? "", values) === undefined);
  return isValid && secret["authUrl"] === authUrl;
}

/**
 * The kind of a sign-in method and its secrets. Methods that request tokens also keep the `authUrl`, so that their
 * secrets are sent nowhere else.
 * @param answers by the method's field names, as typed.
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
 * Credentials in VS Code's SecretStorage, by origin. If it can't be written, such as without a keyring, they're kept
 * until this window closes.
 */
export class Credentials {
  readonly #storage: vscode.SecretStorage;
  /** Overrides the storage in this window; undefined means signed out. */
  readonly #thisWindow = new Map<string, string | undefined>();

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  /** @returns `"unusable"` if something is stored that isn't a credential of this version. */
  async find(origin: string): Promise<Credential | "unusable" | undefined> {
    const text = this.#thisWindow.has(origin)
      ? this.#thisWindow.get(origin)
      : await this.#storage.get(PREFIX + origin).then(undefined, () => undefined);
    return text === undefined ? undefined : (parse(text) ?? "unusable");
  }

  /**
   * Stores a credential, or removes it if undefined. If the storage fails, this window still uses the change.
   * @returns whether the storage was changed.
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
      // Another window's change is newer than the one that couldn't be stored here.
      this.#thisWindow.delete(origin);
      listener(origin);
    });
  }
}

/** Another version may have written the text. */
function parse(text: string): Credential | undefined {
  const value = parseJson(text);
  const method = isObject(value) ? methodOf(value["kind"]) : undefined;
  if (!isObject(value) || !method || !Object.values(value).every((part) => typeof part === "string")) return undefined;
  const isComplete = fieldsKept(method, "secret").every(({ name }) => Object.hasOwn(value, name) && value[name] !== "");
  return isComplete ? (value as Credential) : undefined;
}
