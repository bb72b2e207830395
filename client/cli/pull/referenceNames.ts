/** What stands in a pattern for something of the connection. */
const PLACE = /\{(tenant|app|name|id|field)\}/g;

/** Names of which no two connections have the same. */
export const DEFAULT_PATTERN = "{id}_{field}";

/** What names are made of. */
export interface Named {
  readonly tenant: string;
  readonly app: string;
  readonly name: string;
  readonly id: string;
}

/** Whether names of references can be made by a pattern, a different one for each field. */
export function isPattern(pattern: string): boolean {
  return /^\w*$/.test(pattern.replace(PLACE, "")) && pattern.includes("{field}");
}

/**
 * Names the references of one connection: capitals, digits and underscores, whatever its name holds.
 * @param taken the names that other connections have; those of this one are added. One that is taken gets the id too.
 */
export function referenceNames(
  pattern: string,
  named: Named,
  fields: readonly string[],
  taken: Set<string>,
): ReadonlyMap<string, string> {
  const fill = (field: string) =>
    bare(pattern.replace(PLACE, (_, what: keyof Named | "field") => (what === "field" ? field : named[what])));
  const names = fields.map((field) => [field, fill(field)] as const);
  const isTaken =
    names.some(([, name]) => taken.has(name)) || new Set(names.map(([, name]) => name)).size < names.length;
  const own = isTaken ? names.map(([field]) => [field, bare(`${named.tenant}_${named.id}_${field}`)] as const) : names;
  for (const [, name] of own) taken.add(name);
  return new Map(own);
}

function bare(text: string): string {
  const name = text
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 120);
  return /^[A-Z]/.test(name) ? name : `_${name}`;
}
