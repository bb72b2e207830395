import type { Json, UpdateRequest } from "../../../server/protocol/messages.js";
import { literalText, parseReferences, referenceText } from "../../../schemas/references.js";
import { looksLikeType } from "../../../schemas/fields.js";
import { hasPrivateKey } from "../../../schemas/pemFault.js";
import { hideUserInformation, MASK } from "../../../schemas/userInformation.js";
import type { Variant } from "../../../schemas/variants.js";
import { mapProperties, mapValue } from "./texts.js";
import { isObject } from "../text/json.js";

/** Masks secrets and everything the variant doesn't define. @param written the update with unresolved references. */
export function maskRequest(written: UpdateRequest, variant: Variant | undefined): UpdateRequest {
  const { name, setup } = written;
  return {
    ...(name !== undefined && { name: typeof name === "string" ? (literalText(parseReferences(name)) ?? name) : name }),
    ...(setup !== undefined && { setup: maskSetup(setup, variant) }),
  };
}

function maskSetup(setup: Json, variant: Variant | undefined): Json {
  if (!isObject(setup)) return MASK;
  return mapProperties(setup, (value, name) => {
    if (name === "type" && looksLikeType(value)) return value;
    const field = variant?.fields.find((candidate) => candidate.name === name);
    const isPublic = field && !field.secret && !(typeof value === "string" && hasPrivateKey(value));
    return isPublic ? mapValue(value, [name], hideUserInformation) : maskValue(value);
  });
}

/** Keeps a value's shape and references, so that users recognize it. */
function maskValue(value: Json): Json {
  if (typeof value === "string")
    return parseReferences(value)
      .parts.map((part) => (typeof part === "string" ? MASK : referenceText(part)))
      .join("");
  // Too little for a secret, and no reference could stand for it.
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value !== "object") return MASK;
  return isObject(value) ? mapProperties(value, maskValue) : value.map(maskValue);
}
