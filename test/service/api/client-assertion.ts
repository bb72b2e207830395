import { createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";

/** The type of assertion the token endpoint takes (RFC 7523, section 2.2). */
const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** No assertion may live longer, whatever it says of itself. */
const LONGEST_LIFE_SECONDS = 300;

/** What assertions are checked against. */
export interface Expected {
  readonly clientId: string;
  /** The client's public key, as PEM text; undefined where it may not sign in with one. */
  readonly publicKey: string | undefined;
  readonly audience: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Checks that clients are who they say by their signature (RFC 7523, section 3), and lets no assertion through twice. */
export class ClientAssertions {
  /** The ids of those that were accepted. */
  readonly #seen = new Set<string>();

  /** @returns what is wrong; undefined where the assertion is the client's. */
  async problem(form: URLSearchParams, expected: Expected): Promise<string | undefined> {
    if (form.get("client_assertion_type") !== JWT_BEARER) return "The type of the client assertion is not known.";
    if (form.has("client_secret")) return "A client signs in in one way at a time.";
    if ((form.get("client_id") ?? expected.clientId) !== expected.clientId) return "The client is not known.";
    if (expected.publicKey === undefined) return "The client has no key.";
    try {
      const { payload } = await jwtVerify(form.get("client_assertion") ?? "", createPublicKey(expected.publicKey), {
        algorithms: ["RS256", "PS256", "ES256"],
        issuer: expected.clientId,
        subject: expected.clientId,
        audience: expected.audience,
        currentDate: new Date(expected.now),
        requiredClaims: ["iss", "sub", "aud", "exp", "iat", "jti"],
        maxTokenAge: LONGEST_LIFE_SECONDS,
      });
      const { jti = "", exp = 0, iat = 0 } = payload;
      if (exp - iat > LONGEST_LIFE_SECONDS) return "The client assertion lives too long.";
      if (jti === "") return "The client assertion has no id.";
      if (this.#seen.has(jti)) return "The client assertion was sent before.";
      this.#seen.add(jti);
      return undefined;
    } catch (error) {
      return `The client assertion is not valid: ${(error as Error).message}.`;
    }
  }
}
