import { createHmac } from "node:crypto";
import { lookUp, referenceKey } from "../../core/secrets/resolve.js";
import type { SecretSources } from "../../core/secrets/sources.js";
import { variantNumbered } from "../../core/secrets/texts.js";
import { hasPrivateKey } from "../../../schemas/pemFault.js";
import { providerOf } from "../../../schemas/references.js";
import { hideUserInformation } from "../../../schemas/userInformation.js";
import type { Session } from "../session.js";
import type { PlanEntry, PlannedReference } from "./document.js";

/**
 * Adds digests of values that aren't secret, so that `apply` detects a changed value. The plan contains the salt, so
 * its readers can guess values. Therefore `${secret:…}` gets no digest, nor does a reference that's also in a secret
 * property or in one that the variant doesn't define. A provider gets one of its definition, which decides what runs.
 */
export async function bindValues(
  { id, tenant, references }: Pick<PlanEntry, "id" | "tenant" | "references">,
  variant: number | undefined,
  sources: SecretSources,
  providers: Session["providers"],
  salt: string,
): Promise<readonly PlannedReference[]> {
  const fields = variantNumbered(variant)?.fields ?? [];
  const isPublic = ({ kind, property }: PlannedReference) =>
    kind !== "secret" &&
    kind !== "provider" &&
    (property === "name" || fields.some(({ name, secret }) => !secret && property === `setup.${name}`));
  const secret = new Set(references.filter((one) => !isPublic(one)).map(referenceKey));
  const values = await lookUp(
    references.filter((one) => !secret.has(referenceKey(one))),
    sources,
  );
  return references.map((reference) => {
    const { property, kind, name } = reference;
    const value =
      kind === "provider"
        ? JSON.stringify(providers.get(providerOf(name).provider))
        : values.get(referenceKey(reference))?.value;
    if (value === undefined || hasPrivateKey(value)) return reference;
    const text = JSON.stringify([tenant, id, property, kind, name, hideUserInformation(value)]);
    return { ...reference, digest: createHmac("sha256", salt).update(text).digest("base64url") };
  });
}
