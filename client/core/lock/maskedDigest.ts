import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { InspectResult, Json } from "../../../server/protocol/messages.js";
import { maskRequest } from "../secrets/mask.js";
import { variantNumbered } from "../secrets/texts.js";
import { isObject } from "../text/json.js";

export interface RequestedUpdate {
  readonly id: string;
  readonly tenant: string;
  readonly inspected: Pick<InspectResult, "request" | "variant">;
}

/**
 * Returns a digest of an update, in which values that may be credentials are masked. So it needs no key, is the same on
 * every machine, and reveals no secret.
 * @returns 43 characters of base64url.
 */
export function maskedDigest({ id, tenant, inspected }: RequestedUpdate): string {
  const masked = maskRequest(inspected.request, variantNumbered(inspected.variant));
  const text = JSON.stringify(["vaultconn-1", tenant, id, inspected.variant ?? null, sorted({ ...masked })]);
  return createHash("sha256").update(text).digest("base64url");
}

export function holdsValues({ request, variant }: RequestedUpdate["inspected"]): boolean {
  return !isDeepStrictEqual(maskRequest(request, variantNumbered(variant)).setup, request.setup);
}

/** Sorts properties, because their order has no meaning. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
}
