/** Clients drop servers with answers of some megabytes, and cut or refuse much shorter ones. In characters of JSON. */
const MAX_ANSWER_LENGTH = 100_000;

/** Returns the first items that fit into an answer, at least one. */
export function fitting<Item>(items: readonly Item[]): readonly Item[] {
  let length = 0;
  const end = items.findIndex((item) => (length += JSON.stringify(item).length) > MAX_ANSWER_LENGTH);
  return end < 0 ? items : items.slice(0, Math.max(end, 1));
}
