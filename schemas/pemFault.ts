import { createPrivateKey, createPublicKey } from "node:crypto";
import * as l10n from "@vscode/l10n";

/** Which key a property must hold, as PEM text. */
export type KeyKind = "private" | "public";

/** What's wrong with a key. */
export const PEM_MESSAGES = {
  escaped: (what: string) => l10n.t("{0} is a PEM key with line breaks written as \\n; use real line breaks.", what),
  oneLine: (what: string) => l10n.t("{0} is a PEM key without its line breaks; restore them.", what),
  spaced: (what: string) => l10n.t("{0} is a PEM key with indented or empty lines; remove the whitespace.", what),
  base64: (what: string) => l10n.t("{0} is base64 of a PEM key; decode it.", what),
  path: (what: string) => l10n.t("{0} is a path; use the key in the file, for example with ${file:path}.", what),
  notPem: (what: string) => l10n.t("{0} isn't PEM text; use the whole key, from its BEGIN line to its END line.", what),
  cutOff: (what: string) =>
    l10n.t("{0} is a PEM key that's cut off; copy it from its BEGIN line to its END line.", what),
  encrypted: (what: string) => l10n.t("{0} is a private key with a passphrase; use a key without one.", what),
  openSsh: (what: string) => l10n.t("{0} is a key in the format of OpenSSH or PuTTY; convert it to PEM.", what),
  certificate: (what: string) => l10n.t("{0} is a certificate; use the key itself.", what),
  dashes: (what: string) =>
    l10n.t("{0} is a PEM key whose dashes were changed; write five hyphens before and after BEGIN and END.", what),
  isPublic: (what: string) => l10n.t("{0} is a public key; use the private key.", what),
  isPrivate: (what: string) => l10n.t("{0} is a private key; use the public key.", what),
};

type PemFault = keyof typeof PEM_MESSAGES;

/** A PEM block (RFC 7468) without headers, whose line breaks may be spaces. */
const BLOCK = /-----BEGIN (?!PGP)([A-Z\d ]+)-----([A-Za-z\d+/=\s]+)-----END \1-----\s*/g;
const PRIVATE_KEY = /BEGIN [A-Z\d ]{0,30}PRIVATE KEY/;
/** Indented as in YAML, or with empty lines as copied from a page. OpenSSL can't read that. */
const SPACED = /^[^\S\n\r\u2028\u2029]+-----END |^[\w+/=]+\r?\n\s*\n[\w+/=]+\s*$/m;
/** Base64 of `-----BEGIN`. */
const BASE64_OF_PEM = "LS0tLS1CRUdJTi";
/** A boundary and then a sequence, as all keys are (DER, X.690, 8.9), in base64. */
const HOLDS_DER = /-----\s*M/;
/** What's shorter stands for a key in an example. */
const MIN_KEY_BYTES = 32;
const MIN_TEXT_LENGTH = 8;

/** Whether PEM text has no line break after its first boundary. Few services can read that. */
export function isPemOnOneLine(text: string): boolean {
  return /^-----BEGIN [A-Z\d ]+-----(?!\s*\n)/.test(text.trim());
}

/** Whether a text has a private key, in whatever property it stands. */
export function hasPrivateKey(text: string): boolean {
  return (
    PRIVATE_KEY.test(text) || (text.startsWith(BASE64_OF_PEM) && PRIVATE_KEY.test(atBase64(text).toString("latin1")))
  );
}

function pemBlock(label: string, base64: string): string {
  const lines = base64.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return [boundary("BEGIN", label), ...lines, boundary("END", label), ""].join("\n");
}

function boundary(word: "BEGIN" | "END", label: string): string {
  return `-----${word} ${label}-----`;
}

/**
 * Restores the line breaks that PEM text loses in a box of one line, or that are written as \n, and removes quotes.
 * @returns any other text as it is.
 */
export function restorePem(text: string): string {
  const unquoted = text.trim().replace(/^(["'`]{1,3})(.*)\1$/s, "$2");
  if (!isPemOnOneLine(unquoted) && !SPACED.test(unquoted))
    return unquoted.startsWith("-----BEGIN ") && unquoted !== text.trim() ? unquoted : text;
  const plain = unquoted.trim().replaceAll(/(?<!\\)(?:\\+r)?\\+n/g, "\n");
  const restored = Array.from(plain.matchAll(BLOCK), ([, label = "", base64 = ""]) => pemBlock(label, base64)).join("");
  return plain.replaceAll(BLOCK, "") === "" ? restored : text;
}

/** Editors and clipboards add a line break at the end, which isn't part of a key or password. PEM text keeps it. */
export function withoutFinalLineBreak(text: string): string {
  return text.startsWith("-----BEGIN ") ? text : text.replace(/\r?\n$/, "");
}

/**
 * Finds what's wrong with PEM text.
 * @param due the key that must be there; without it, any text may be there that isn't damaged PEM text.
 */
export function pemFault(written: string, due?: KeyKind): PemFault | undefined {
  const text = written.trim();
  const isPem = /^\S{0,12}\s?BEGIN [A-Z\d ]{1,40}\S/.test(text) || (due !== undefined && text.includes("BEGIN "));
  if (!isPem) return due && faultWithoutPem(text);
  const labels = Array.from(text.matchAll(/(?<!-)-----BEGIN ([A-Z\d ]+)-----(?!-)/g), ([, label = ""]) => label);
  if (/BEGIN (?:OPENSSH|SSH2) /.test(text)) return due && "openSsh";
  if (labels.length === 0) return /BEGIN [A-Z\d ]{0,30}(?:KEY|CERTIFICATE)/.test(text) ? "dashes" : due && "notPem";
  if (text.startsWith("{") || labels.some((label) => label.startsWith("PGP "))) return due && "notPem";
  if (labels.some((label) => !text.includes(boundary("END", label)))) return "cutOff";
  if (/-----\s*(?:\\+r)?\\+n/.test(text)) return "escaped";
  if (isPemOnOneLine(text)) return "oneLine";
  if (labels.some((label) => isCut(text, label))) return "cutOff";
  if (SPACED.test(text)) return "spaced";
  return due && faultOfKind(text, labels, due);
}

function faultWithoutPem(text: string): PemFault | undefined {
  if (text.startsWith(BASE64_OF_PEM)) return "base64";
  if (/^(?:ssh-|sk-|ecdsa-sha2-|PuTTY-User-Key-File)/.test(text)) return "openSsh";
  if (text.includes("-----END ")) return "cutOff";
  const isPath = /^(?:~?\/|\.{1,2}[\\/]|[A-Za-z]:\\|file:)|\.(?:pem|key|p8|p12|pfx|pub|crt|cer|der|ppk)$/i.test(text);
  if (isPath && text.length < 300 && !text.includes("\n")) return "path";
  return text.length < MIN_TEXT_LENGTH ? undefined : "notPem";
}

function faultOfKind(text: string, labels: readonly string[], due: KeyKind): PemFault | undefined {
  const has = (pattern: RegExp) => labels.some((label) => pattern.test(label));
  if (has(/^ENCRYPTED /) || /^Proc-Type: ?4,ENCRYPTED/m.test(text))
    return due === "private" ? "encrypted" : "isPrivate";
  if (has(/PRIVATE KEY$/)) return due === "private" ? undefined : "isPrivate";
  if (has(/PUBLIC KEY$/)) return due === "public" ? undefined : "isPublic";
  return has(/CERTIFICATE/) ? "certificate" : "notPem";
}

/** Whether a block has other text than a key, or a key that's shorter than its first bytes say (DER, X.690, 8.1.3). */
function isCut(text: string, label: string): boolean {
  const [content = ""] = text.split(boundary("BEGIN", label))[1]?.split("-----END") ?? [];
  // An encrypted key has headers.
  if (/[^A-Za-z\d+/=\s]/.test(content)) return !content.includes(": ");
  const der = atBase64(content);
  const [tag, first = 0] = der;
  if (tag !== 0x30 || der.length < MIN_KEY_BYTES) return false;
  const count = first < 0x80 ? 0 : first - 0x80;
  return der.length < 2 + count + (count === 0 ? first : der.readUIntBE(2, Math.min(count, 6)));
}

function atBase64(text: string): Buffer {
  return Buffer.from(text, "base64");
}

/** Whether a public key belongs to a private one; undefined if that can't be told. */
export function belongTogether(privateKey: string, publicKey: string): boolean | undefined {
  // Reading a key takes longer than checking a file.
  if (!HOLDS_DER.test(privateKey) || !HOLDS_DER.test(publicKey)) return undefined;
  try {
    const [of, given] = [createPublicKey(createPrivateKey(privateKey)), createPublicKey(publicKey)];
    return of.equals(given);
  } catch {
    // Node's error may quote the key.
    return undefined;
  }
}
