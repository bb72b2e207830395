import type * as vscode from "vscode";
import { NamedSecrets, type SecretStore } from "../../core/secrets/namedSecrets.js";

const NAMES_KEY = "vaultconn.secretNames";

/** VS Code's SecretStorage in the shape the rooms without an editor take. */
export function secretStore({ secrets }: vscode.ExtensionContext): SecretStore {
  return {
    get: (key) => Promise.resolve(secrets.get(key)),
    store: (key, value) => Promise.resolve(secrets.store(key, value)),
    delete: (key) => Promise.resolve(secrets.delete(key)),
  };
}

/** The stored secrets of this user: values in the secret storage, names in the extension's global state. */
export function namedSecrets(context: vscode.ExtensionContext): NamedSecrets {
  const { globalState } = context;
  return new NamedSecrets(secretStore(context), {
    get: () => globalState.get<readonly string[]>(NAMES_KEY, []),
    set: (names) => Promise.resolve(globalState.update(NAMES_KEY, names)),
  });
}
