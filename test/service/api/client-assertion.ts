import { createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";
import type { Client } from "./token-endpoint.js";

/** The type of assertion the token endpoint takes (RFC 7523, section 2.2). */
const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** No assertion may live longer, whatever it says of itself. */
const LONGEST_LIFE_SECONDS = 300;

/**
 * Checks that the client is who it says by its signature (RFC 7523, section 3).
 *
 * @param seen the ids of the assertions that were accepted, none of which is accepted twice
 * @param now milliseconds since the epoch
 * @returns what is wrong; undefined where the assertion is the client's
 */
export async function assertionProblem(
  form: URLSearchParams,
  client: Client,
  audience: string,
  seen: Set<string>,
  now: number,
): Promise<string | undefined> {
  if (form.get("client_assertion_type") !== JWT_BEARER) return "The type of the client assertion is not known.";
  if (form.has("client_secret")) return "A client signs in in one way at a time.";
  if ((form.get("client_id") ?? client.id) !== client.id) return "The client is not known.";
  if (client.publicKey === undefined) return "The client has no key.";
  try {
    const { payload } = await jwtVerify(form.get("client_assertion") ?? "", createPublicKey(client.publicKey), {
      algorithms: ["RS256", "PS256", "ES256"],
      issuer: client.id,
      subject: client.id,
      audience,
      currentDate: new Date(now),
      requiredClaims: ["iss", "sub", "aud", "exp", "iat", "jti"],
      maxTokenAge: LONGEST_LIFE_SECONDS,
    });
    const { jti = "", exp = 0, iat = 0 } = payload;
    if (exp - iat > LONGEST_LIFE_SECONDS) return "The client assertion lives too long.";
    if (jti === "") return "The client assertion has no id.";
    if (seen.has(jti)) return "The client assertion was sent before.";
    seen.add(jti);
    return undefined;
  } catch (error) {
    return `The client assertion is not valid: ${(error as Error).message}.`;
  }
}
