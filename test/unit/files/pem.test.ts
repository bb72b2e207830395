import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { describeLines } from "../../../client/core/text/describeLines.js";
import { isPemOnOneLine, restorePem, withoutFinalLineBreak } from "../../../schemas/pemFault.js";

const { privateKey: key, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

describe("PEM text", () => {
  it.each([
    ["as it is", key, key],
    ["with spaces, as a browser pastes it", key.replaceAll("\n", " "), key],
    ["with nothing between its lines", key.replaceAll("\n", ""), key],
    ["with carriage returns as spaces", ` ${key.replaceAll("\n", "  ")}`, key],
    ["with written line breaks, as in JSON and .env files", key.replaceAll("\n", "\\n"), key],
    ["with written carriage returns", key.replaceAll("\n", "\\r\\n"), key],
    ["of two blocks", (key + publicKey).replaceAll("\n", " "), key + publicKey],
  ])("has its line breaks restored: %s", (_, text, restored) => {
    expect(restorePem(text)).toBe(restored);
    expect(isPemOnOneLine(restorePem(text))).toBe(false);
  });

  it.each([
    "-----BEGIN RSA PRIVATE KEY----- Proc-Type: 4,ENCRYPTED DEK-Info: AES-128-CBC,00 AAAA -----END RSA PRIVATE KEY-----",
    "-----BEGIN PGP PRIVATE KEY BLOCK----- AAAA =abcd -----END PGP PRIVATE KEY BLOCK-----",
    "-----BEGIN PRIVATE KEY----- AAAA",
    "-----BEGIN PRIVATE KEY----- AAAA -----END PRIVATE KEY----- and more",
  ])("stays as it is if its lines can't be told: %s", (text) => {
    expect([restorePem(text), isPemOnOneLine(text)]).toEqual([text, true]);
  });

  it.each([
    [key, "PEM key, 28 lines"],
    ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "PEM text, 3 lines"],
    ["a\nb", "2 lines"],
    ["hunter2", undefined],
  ])("is described by its kind and lines", (text, description) => {
    expect(describeLines(text)).toBe(description);
  });

  it("keeps its final line break, which other text loses", () => {
    expect([key, "hunter2\r\n"].map(withoutFinalLineBreak)).toEqual([key, "hunter2"]);
  });
});
