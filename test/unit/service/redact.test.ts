import { describe, expect, it } from "vitest";
import { createRedactor } from "../../../client/core/service/redaction/redact.js";
import { Secrets, secretsIn } from "../../../client/core/service/redaction/secrets.js";

describe("known secrets", () => {
  it.each([
    ["hunter2", "The password hunter2 is weak.", "The password [redacted] is weak."],
    ["ab", "ab is not fabulous", "[redacted] is not fabulous"],
    ["a$b", "a$b is not xa$b", "[redacted] is not xa$b"],
    ["line one of it\nline two of it", "in: line two of it", "in: [redacted]"],
    ["line one of it\nline two of it", 'in: "line one of it\\nline two of it"', 'in: "[redacted]"'],
    ["p@ss word&more", "?q=p%40ss%20word%26more", "?q=[redacted]"],
    ["user:secret", `Basic ${Buffer.from("user:secret").toString("base64")}!`, "Basic [redacted]!"],
    ["0123456789abcdef", "it ends in 456789abcdef.", "it ends in [redacted]."],
  ])("are removed: %j", (secret, text, expected) => {
    const redactor = createRedactor([secret]);
    expect(redactor.redact(text)).toBe(expected);
    expect(redactor.reveals(text)).toBe(true);
  });

  it.each(["a", "ab", "abcd", "äöü", "hunter2", "a longer secret, with 1 digit"])(
    "are removed with a whole Base64 pair: %s",
    (secret) => {
      const redactor = createRedactor([secret]);
      for (const user of ["", "u", "me", "bob", "client"])
        for (const pair of [
          Buffer.from(`${user}:${secret}`).toString("base64"),
          Buffer.from(`${user}:${secret}`).toString("base64url"),
          Buffer.from(`${user}:${secret}\n`).toString("base64"),
        ]) {
          expect(redactor.redact(`Not "${pair}".`)).toBe('Not "[redacted]".');
          expect(redactor.redact(`at /api/${pair}: no`)).toBe("at /api/[redacted]: no");
          expect(redactor.reveals(pair)).toBe(true);
        }
      const pair = Buffer.from(`bob:${secret}`, "latin1").toString("base64");
      expect(redactor.redact(`Not "${pair}".`)).toBe('Not "[redacted]".');
    },
  );

  it("are removed as a whole if one begins with another", () => {
    expect(createRedactor(["pass", "passwd9"]).redact("not passwd9, nor pass")).toBe("not [redacted], nor [redacted]");
  });

  it("are those in use, and those of the latest updates", () => {
    const secrets = new Secrets();
    secrets.addUpdate(["of the update"]);
    secrets.add("a later token");
    expect(secrets.redact("a later token, of the update")).toBe("[redacted], [redacted]");
    for (let count = 1; count < 50; count++) secrets.addUpdate([`canary-${count}-of-an-update`]);
    expect(secrets.reveals("of the update")).toBe(true);
    secrets.addUpdate(["canary-50-of-an-update"]);
    expect([secrets.reveals("of the update"), secrets.reveals("canary-1-of-an-update")]).toEqual([false, true]);
  });

  it("are kept while they're in use, and those of the network always", () => {
    const secrets = new Secrets();
    const token = (count: number) => String.fromCharCode(97 + count).repeat(20);
    secrets.addLasting(["password-of-a-proxy"]);
    for (let count = 0; count < 20; count++) secrets.add("client-secret-in-use", token(count));
    const known = ["password-of-a-proxy", "client-secret-in-use", token(19), token(0)];
    expect(known.map((text) => secrets.reveals(text))).toEqual([true, true, true, false]);
  });

  const unicode = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;
  it.each<[string, (secret: string) => string]>([
    ["a form", (secret) => new URLSearchParams({ s: secret }).toString().slice(2)],
    ["a URL, with small letters", (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ["hexadecimal", (secret) => Buffer.from(secret).toString("hex")],
    ["hexadecimal, with capital letters", (secret) => Buffer.from(secret).toString("hex").toUpperCase()],
    ["escapes of JSON", (secret) => escaped(secret, unicode)],
    ["escapes of JSON beyond ASCII", (secret) => secret.replaceAll(/[^ -~]/g, (sign) => escaped(sign, unicode))],
    ["escapes of JavaScript", (secret) => escaped(secret, (code) => `\\x${code.toString(16).padStart(2, "0")}`)],
    ["escapes of HTML", (secret) => escaped(secret, (code) => `&#${code};`)],
    ["escapes of URLs alone", (secret) => Buffer.from(secret).toString("hex").replace(/../g, "%$&")],
    ["JSON with its slashes escaped", (secret) => secret.replaceAll("/", String.raw`\/`)],
  ])("are removed from %s", (_, write) => {
    const secret = "cänary/+&=of mine";
    const redactor = createRedactor([secret]);
    const text = `previous: ${write(secret)}, that was it`;
    expect(text).not.toContain(secret);
    expect(redactor.reveals(text)).toBe(true);
    const clean = redactor.redact(text);
    expect(clean).toBe("previous: [redacted], that was it");
  });
});

describe("text that looks like a secret", () => {
  it.each([
    ["Bearer abcdefgh.ijkl is wrong", "[redacted] is wrong"],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln here", "token [redacted] here"],
    ["password=secret, sorry", "[redacted], sorry"],
    ['{"client_secret": "s3cr3t"}', '{"[redacted]"}'],
    ["-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----", "[redacted]"],
    [`key ${"0123456789abcdef".repeat(3)}`, "key [redacted]"],
  ])("is removed: %j", (text, expected) => {
    expect(createRedactor([]).redact(text)).toBe(expected);
  });

  it.each([
    "The property setup.domain must be a host name.",
    "password: must not be empty",
    "Insufficient scope, expected any of: update:flows_vault_connections",
    "secret_key is required for this connection",
    "Connection ac_SYi5gR27R32pB1qiVGpG does not exist",
    "https://acme.example.com/api/v2/flows/vault/connections",
  ])("isn't an ordinary sentence: %s", (text) => {
    expect(createRedactor([]).redact(text)).toBe(text);
  });

  it.each([["-"], ["eyJ"], ["a"], ["bearer "], ["-----BEGIN A-----"], ["token: a"], ["password:"]])(
    "is found in linear time: %j",
    (piece) => {
      const text = piece.repeat(100_000);
      expect(createRedactor(["canary"]).redact(text).length).toBeLessThanOrEqual(40_000);
    },
  );
});

it.each<[unknown, readonly string[]]>([
  [{ setup: { type: "JWT", pin: 48151623, nested: [-0.25, 443, true, null] } }, ["48151623", "-0.25"]],
  [
    { name: "n", setup: { type: "OAUTH_APP", client_secret: "s", domain: "d.example", more: [{ deep: "x" }] } },
    ["s", "x"],
  ],
  [{ name: "n" }, []],
  [null, []],
])("include long numbers, and all texts that aren't known to be harmless: %j", (update, secrets) => {
  expect(secretsIn(update)).toEqual(secrets);
});

/** A text of which each UTF-16 code unit is written as an escape. */
function escaped(text: string, write: (code: number) => string): string {
  return Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join("");
}
