import type { Storage } from "./storage.js";

/**
 * A storage in which whatever belongs to one origin is kept for this window only, and never reaches the storage around
 * which it stands: lists of things with an `origin`, and objects of such things by name. All else goes through.
 */
export function apartFrom(origin: string, storage: Storage): Storage {
  const own = new Map<string, unknown>();
  return {
    get: (key) => together(storage.get(key), own.get(key)),
    set: async (key, value) => {
      const { theirs, others } = split(value, origin);
      own.set(key, theirs);
      await storage.set(key, others);
    },
  };
}

/** Both parts as one; those of the origin last, since they are of this window. */
function together(others: unknown, theirs: unknown): unknown {
  if (Array.isArray(theirs)) return [...(Array.isArray(others) ? (others as unknown[]) : []), ...(theirs as unknown[])];
  return isObject(theirs) ? { ...(isObject(others) ? others : {}), ...theirs } : others;
}

function split(value: unknown, origin: string): { readonly theirs: unknown; readonly others: unknown } {
  const isTheirs = (item: unknown) => isObject(item) && item["origin"] === origin;
  if (Array.isArray(value)) {
    const [theirs, others] = [value.filter(isTheirs), value.filter((item) => !isTheirs(item))];
    return { theirs: theirs.length > 0 ? theirs : undefined, others };
  }
  if (!isObject(value)) return { theirs: undefined, others: value };
  const theirs = Object.entries(value).filter(([, item]) => isTheirs(item));
  const others = Object.entries(value).filter(([, item]) => !isTheirs(item));
  return {
    theirs: theirs.length > 0 ? Object.fromEntries(theirs) : undefined,
    others: Object.fromEntries(others),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
