import { createPrivateKey, randomUUID, type KeyObject } from "node:crypto";
import * as l10n from "@vscode/l10n";
import { SignJWT } from "jose";
import { PEM_MESSAGES, pemFault, restorePem } from "../../../../../schemas/pemFault.js";
import { type SignInMethod, clientId, tokenEndpointFields } from "../method.js";

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const LIFETIME_SECONDS = 120;
/** RFC 7518, section 3.3, for RS256 and PS256. */
const MIN_RSA_BITS = 2048;

const ALGORITHMS = ["RS256", "PS256", "ES256"] as const;

/** An assertion signed with a private key (RFC 7523, section 2.2), a new one for each request. */
export const privateKeyJwt: SignInMethod = {
  kind: "privateKeyJwt",
  label: () => l10n.t("Private key"),
  detail: () => l10n.t("A client ID and a private key that signs each token request (private key JWT)."),
  fields: [
    clientId,
    {
      name: "assertionAlgorithm",
      kept: "settings",
      isAdvanced: true,
      prompt: () => l10n.t("The algorithm that signs the client's assertions"),
      choices: () => [
        { value: "RS256", label: "RS256", detail: l10n.t("RSA key with PKCS #1 padding.") },
        { value: "PS256", label: "PS256", detail: l10n.t("RSA key with PSS padding.") },
        { value: "ES256", label: "ES256", detail: l10n.t("Key on the elliptic curve P-256.") },
      ],
      check: (text) =>
        ALGORITHMS.some((known) => known === text) ? undefined : l10n.t("Choose RS256, PS256, or ES256."),
    },
    {
      name: "privateKey",
      kept: "secret",
      prompt: () =>
        l10n.t(
          "The private key as PEM text. Paste it, or read it from a file. It's stored in VS Code's secret storage.",
        ),
      file: { title: () => l10n.t("Read from PEM File"), extensions: ["pem", "key"] },
      check: (text, { assertionAlgorithm }) => problemOf(text, assertionAlgorithm),
      implied: (text, { assertionAlgorithm = "RS256" }) => ({
        assertionAlgorithm:
          [assertionAlgorithm, ...ALGORITHMS].find((algorithm) => !problemOf(text, algorithm)) ?? assertionAlgorithm,
      }),
      clean: restorePem,
    },
    ...tokenEndpointFields,
    {
      name: "assertionAudience",
      kept: "settings",
      isAdvanced: true,
      prompt: () =>
        l10n.t("The audience of the client's assertions. Leave it empty to use the address of the token endpoint."),
      placeholder: ({ origin }) => `${origin}/oauth/token/`,
      check: () => undefined,
    },
  ],
  token: {
    proof: async (
      { clientId: id = "", privateKey = "", assertionAlgorithm: alg = "", assertionAudience },
      url,
      now,
    ) => {
      const issuedAt = Math.floor(now / 1000);
      const assertion = await new SignJWT()
        .setProtectedHeader({ alg, typ: "JWT" })
        .setIssuer(id)
        .setSubject(id)
        .setAudience(assertionAudience ?? url)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(createPrivateKey(privateKey));
      return { client_id: id, client_assertion_type: JWT_BEARER, client_assertion: assertion };
    },
    refused: (tenant, hasReason) =>
      hasReason
        ? l10n.t("{0} rejected the client ID or the signed assertion.", tenant)
        : l10n.t("{0} rejected the client ID or the signed assertion. Check the audience, too.", tenant),
  },
};

function problemOf(text: string, algorithm: string | undefined): string | undefined {
  const pem = restorePem(text);
  const fault = pemFault(pem, "private");
  if (fault && fault !== "notPem") return PEM_MESSAGES[fault](l10n.t("This"));
  const key = keyIn(pem);
  if (!key) return l10n.t("Enter a private key as PEM text, from BEGIN PRIVATE KEY to END PRIVATE KEY.");
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (algorithm === "ES256")
    return type === "ec" && details?.namedCurve === "prime256v1"
      ? undefined
      : l10n.t("This is another kind of key. ES256 needs a key on the curve P-256.");
  if (type !== "rsa") return l10n.t("This is another kind of key. {0} needs an RSA key.", algorithm ?? "RS256");
  return (details?.modulusLength ?? 0) < MIN_RSA_BITS
    ? l10n.t("An RSA key must have at least {0} bits.", MIN_RSA_BITS)
    : undefined;
}

function keyIn(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    // Node's error may quote the key.
    return undefined;
  }
}
