import type * as vscode from "vscode";
import { NamedSecrets } from "../secrets/namedSecrets.js";

const NAMES_KEY = "vaultconn.secretNames";

/** The stored secrets of this user: values in VS Code's SecretStorage, names in the extension's global state. */
export function namedSecrets({ secrets, globalState }: vscode.ExtensionContext): NamedSecrets {
  const values = {
    get: (key: string) => Promise.resolve(secrets.get(key)),
    store: (key: string, value: string) => Promise.resolve(secrets.store(key, value)),
    delete: (key: string) => Promise.resolve(secrets.delete(key)),
  };
  const names = {
    get: () => globalState.get<readonly string[]>(NAMES_KEY, []),
    set: (list: readonly string[]) => Promise.resolve(globalState.update(NAMES_KEY, list)),
  };
  return new NamedSecrets(values, names);
}
