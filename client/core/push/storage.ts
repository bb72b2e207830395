/**
 * A small store that outlives the window, such as VS Code's `Memento`. Nothing
 * that is put into it is secret.
 */
export interface Storage {
  /** What was put there, whoever did: to be checked before it is used. */
  get(key: string): unknown;
  /** Resolves when it is kept. */
  set(key: string, value: unknown): PromiseLike<void>;
}

/** Reads a list and leaves out what is not what it should be. */
export function readList<Item>(
  storage: Storage,
  key: string,
  isItem: (value: unknown) => value is Item,
): readonly Item[] {
  const stored = storage.get(key);
  return Array.isArray(stored) ? stored.filter(isItem) : [];
}

/** Whether a value is an object whose properties of these names are texts. */
export function hasTexts(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  return names.every((name) => typeof (value as Readonly<Record<string, unknown>>)[name] === "string");
}
