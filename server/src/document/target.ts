import type { SetupFile } from "./setupFile.js";
import type { JsonNode } from "./tree.js";
import type { FieldValue } from "./values.js";

/** Which connection a file updates. */
export interface Target {
  readonly id: string;
  /** The tenant's host as a URL has it, in lower case and without the port 443, where the file names one. */
  readonly tenant: string | undefined;
  readonly node: JsonNode;
}

/** The connection a file updates; none without a proper `id`. */
export function targetOf({ values }: SetupFile): Target | undefined {
  const id = values.find(({ field, inSetup }) => field.name === "id" && !inSetup);
  const tenant = values.find(({ field, inSetup }) => field.name === "tenant" && !inSetup);
  if (!id || id.fault || id.text === undefined || id.text.trim() === "") return undefined;
  return { id: id.text, tenant: tenant && hostOf(tenant), node: id.node };
}

function hostOf({ text = "", fault }: FieldValue): string | undefined {
  if (text.trim() === "") return undefined;
  const url = `https://${text}`;
  return fault || !URL.canParse(url) ? text.toLowerCase() : new URL(url).host;
}

/** Whether two files update the same connection: the same id, and the same tenant or none in one of them. */
export function isSameTarget(a: Pick<Target, "id" | "tenant">, b: Pick<Target, "id" | "tenant">): boolean {
  return a.id === b.id && (a.tenant === undefined || b.tenant === undefined || a.tenant === b.tenant);
}
