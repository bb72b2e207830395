import { EventEmitter } from "node:events";
import * as l10n from "@vscode/l10n";
import { isReferenceName, MAX_REFERENCE_NAME_LENGTH } from "../../../schemas/references.js";
import { readList, type Storage } from "../storage/durableStorage.js";
import { isString } from "../storage/shape.js";

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

const PREFIX = "vaultconn.secret:";
const NAMES_KEY = "vaultconn.secretNames";

/** How issuers begin their credentials, a UUID, or a long run of small letters and digits. */
const LIKE_CREDENTIAL =
  /^(?:[srp]k[-_](?:live|test|proj|ant)[-_]|xox[a-z]-|gh[oprsu]_|github_pat_|glpat-|A[KS]IA[A-Z\d]{12}|eyJ|AIza|ya29\.|SG\.|npm_|hf_|pypi-|shpat_|whsec_|[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$)|(?<![^._-])(?=[^._-]*\d)(?=[^._-]*[a-z])[^._-]{16}/;

/** Returns what's wrong with the name of a new secret, or undefined. */
export function newNameProblem(name: string, known: readonly string[]): string | undefined {
  return !known.includes(name) && LIKE_CREDENTIAL.test(name)
    ? l10n.t(
        "This looks like a credential. Enter a name, such as SALESFORCE_KEY. You enter the value in the next step.",
      )
    : secretNameProblem(name);
}

/** Returns undefined if the name is valid. */
export function secretNameProblem(name: string): string | undefined {
  if (name === "") return l10n.t("Enter a name for the secret.");
  if (name.length > MAX_REFERENCE_NAME_LENGTH)
    return l10n.t("A name can have at most {0} characters.", MAX_REFERENCE_NAME_LENGTH);
  return isReferenceName(name)
    ? undefined
    : l10n.t(
        "Begin the name with a letter or an underscore. After that, use letters, digits, underscores, periods, and hyphens.",
      );
}

/**
 * Stores names separately: VS Code's secret storage can't list its keys everywhere, since some who embed VS Code bring a
 * storage of their own that doesn't, and what's shown of the names can't wait for it.
 */
export class NamedSecrets {
  readonly #values: SecretStore;
  readonly #names: Storage;
  readonly #events = new EventEmitter<{ change: [name: string] }>();

  /** @param names stores the names, which aren't secret. */
  constructor(values: SecretStore, names: Storage) {
    this.#values = values;
    this.#names = names;
  }

  onDidChange(listener: (name: string) => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  get names(): readonly string[] {
    return readList(this.#names, NAMES_KEY, isString).toSorted((a, b) => a.localeCompare(b));
  }

  /** @throws if the storage doesn't work. */
  async get(name: string): Promise<string | undefined> {
    return this.#values.get(PREFIX + name);
  }

  async store(name: string, value: string): Promise<void> {
    const problem = secretNameProblem(name);
    if (problem !== undefined) throw new RangeError(problem);
    await this.#values.store(PREFIX + name, value);
    await this.#list(name, true);
  }

  async remove(name: string): Promise<void> {
    await this.#values.delete(PREFIX + name);
    await this.#list(name, false);
  }

  /** Updates the names after a key changed, perhaps in another window. */
  async noticeKey(key: string): Promise<boolean> {
    if (!key.startsWith(PREFIX)) return false;
    const name = key.slice(PREFIX.length);
    await this.#list(name, (await this.get(name)) !== undefined);
    return true;
  }

  /**
   * Lists secrets that are stored and aren't listed. VS Code keeps the list for each of its profiles, and secrets for all.
   * @param keys of all secrets of this extension.
   */
  async noticeStored(keys: readonly string[]): Promise<void> {
    const listed = new Set(this.names.map((name) => PREFIX + name));
    for (const key of keys) if (!listed.has(key)) await this.noticeKey(key);
  }

  async #list(name: string, isStored: boolean): Promise<void> {
    const others = readList(this.#names, NAMES_KEY, isString).filter((other) => other !== name);
    await this.#names.update(NAMES_KEY, isStored ? [...others, name] : others);
    this.#events.emit("change", name);
  }
}
