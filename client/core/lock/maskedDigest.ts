import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { InspectResult, Json } from "../../../server/protocol/messages.js";
import { maskRequest } from "../secrets/mask.js";
import { isObject, variantNumbered } from "../secrets/texts.js";

/** What a setup file asks for, and of which connection. */
export interface Asked {
  readonly id: string;
  /** The tenant's host. */
  readonly tenant: string;
  readonly written: Pick<InspectResult, "request" | "variant">;
}

/**
 * A digest of what a setup file asks for, with every value that may be a
 * credential masked: references count by their names. It needs no key, so it is
 * the same on every machine, and gives nobody anything to guess a secret from.
 * @returns 43 characters of base64url.
 */
export function maskedDigest({ id, tenant, written }: Asked): string {
  const masked = maskRequest(written.request, variantNumbered(written.variant));
  const text = JSON.stringify(["vaultconn-1", tenant, id, written.variant ?? null, sorted({ ...masked })]);
  return createHash("sha256").update(text).digest("base64url");
}

/** Whether a file has a value that a masked digest cannot see: two texts that differ in it alone have the same digest. */
export function holdsValues({ request, variant }: Asked["written"]): boolean {
  return !isDeepStrictEqual(maskRequest(request, variantNumbered(variant)).setup, request.setup);
}

/** The order of the properties in the text says nothing. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}
