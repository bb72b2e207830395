/** A secret storage over a map, which windows of one machine share. */
export function mapStorage(values = new Map<string, string>()) {
  return {
    values,
    get: (key: string) => Promise.resolve(values.get(key)),
    store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
    delete: (key: string) => Promise.resolve(void values.delete(key)),
  };
}
