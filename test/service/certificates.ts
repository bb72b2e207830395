import "reflect-metadata";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from "@peculiar/x509";
import type { webcrypto } from "node:crypto";
import type { Tls } from "./http/listener.js";

/** What a certificate is to be like. */
interface CertificateOptions {
  /** Host names and IP addresses it is for; 127.0.0.1 and localhost if not given. */
  readonly hosts?: readonly string[] | undefined;
  readonly notBefore?: Date | undefined;
  readonly notAfter?: Date | undefined;
}

/** A certificate authority of our own, for as long as a test runs. */
export interface Authority {
  /** Its certificate in PEM form: who trusts it trusts what it issues. */
  readonly cert: string;
  /** Issues a certificate for a server, with a key of its own. */
  issue(options?: CertificateOptions): Promise<Tls>;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY = 86_400_000;
const IP_ADDRESS = /^[\d.]+$|:/;

/** Makes a certificate authority that nobody trusts yet. */
export async function createAuthority(): Promise<Authority> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=Vault Connections test authority",
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity({}),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  return { cert: certificate.toString("pem"), issue: (options = {}) => issue(certificate, keys, options) };
}

async function issue(
  authority: X509Certificate,
  authorityKeys: webcrypto.CryptoKeyPair,
  options: CertificateOptions,
): Promise<Tls> {
  const keys = await generateKeys();
  const hosts = options.hosts ?? ["127.0.0.1", "localhost"];
  const certificate = await X509CertificateGenerator.create({
    subject: "CN=Vault Connections test service",
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    ...validity(options),
    extensions: [
      new SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: IP_ADDRESS.test(value) ? "ip" : "dns", value })),
      ),
    ],
  });
  return { cert: certificate.toString("pem"), key: await privateKeyPem(keys) };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

function validity({ notBefore, notAfter }: CertificateOptions): { notBefore: Date; notAfter: Date } {
  return { notBefore: notBefore ?? new Date(Date.now() - DAY), notAfter: notAfter ?? new Date(Date.now() + DAY) };
}

async function privateKeyPem({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  const bytes = Buffer.from(await crypto.subtle.exportKey("pkcs8", privateKey)).toString("base64");
  return `-----BEGIN PRIVATE KEY-----\n${bytes.replaceAll(/.{64}/g, "$&\n")}\n-----END PRIVATE KEY-----\n`;
}
