import { describe, expect, it } from "vitest";
import { createRedactor } from "../../../client/core/service/redaction/redact.js";
import { Secrets, secretsIn } from "../../../client/core/service/redaction/secrets.js";

describe("known secrets", () => {
  it.each([
    ["hunter2", "The password hunter2 is weak.", "The password [redacted] is weak."],
    ["abcd", "ABCD is in xabcdx", "[redacted] is in x[redacted]x"],
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

it("removes a piece of a secret, also one with few letters", () => {
  const redactor = createRedactor(["Zk3~v.Q-8_xT/aB+c=%m"]);
  for (const piece of ["~v.Q-8_xT/", "8_xT/aB+c=%"]) {
    expect(redactor.redact(`It has ${piece} in it`)).toBe("It has [redacted] in it");
    expect(redactor.reveals(`It has ${piece} in it`)).toBe(true);
  }
});

describe("secrets in other spellings", () => {
  it.each<[string, string]>([
    ["hunter7x!Q", "HUNTER7X!q"],
    ["hunter7", "hunt\u200ber7"],
    ["hunter7", "hunt\u00ader7"],
    ["hunter7", "ｈｕｎｔｅｒ７"],
    ["p:w7-x9", "P:W7-X9"],
    ["hunter2", "hunter…"],
    ["hunter2", "hunter***"],
    ["hunter2", "…nter2"],
    ["p<ss&w0rd", "p&lt;ss&amp;w0rd"],
    ["p<ss&w0rd", "p&amp;lt;ss&amp;amp;w0rd"],
    ["gr\u00fcn7haus", "gru\u0308n7haus"],
    ["gr\u00fcn7haus", "gr\u00c3\u00bcn7haus"],
    ["gr\u00fcn7haus", "gr&uuml;n7haus"],
    ["correct horse 7", "correct\r\n  horse+7"],
    ["hunter7-hunter8", "0x68, 0x75, 0x6e, 0x74, 0x65, 0x72, 0x37, 0x2d, 0x68, 0x75, 0x6e, 0x74, 0x65, 0x72, 0x38"],
    ["hunter7-hunter8", "104, 117, 110, 116, 101, 114, 55, 45, 104, 117, 110, 116, 101, 114, 56"],
    ["hunter7x!Q", "&#104&#117nter\\U00000037<wbr>x\u001b[31m!Q"],
    ["gr\u00fcn7haus", String.raw`gr\303\274n7haus`],
    ["gr\u00fcn7haus", "gr%25C3%25BCn7haus"],
    ["hunter7-hunter8", "NB2W45DFOI3S22DVNZ2GK4RY"],
    ["hunter7-hunter8", "68:75:6e:74:65:72:37:2d:68:75:6e:74:65:72:38"],
    ["hunter7-hunter8", "aHVudGVy\nNy1odW50ZXI4"],
  ])("are removed: %j as %j", (secret, written) => {
    const redactor = createRedactor([secret]);
    expect(redactor.redact(`It was ${written} before`)).toBe("It was [redacted] before");
    expect(redactor.reveals(written)).toBe(true);
  });

  it.each(["tokenize", "PASS", "23456", "hunter2", "password1", "acme"])(
    "leave ordinary messages alone: %s",
    (secret) => {
      const text = "The passwords, 12345 Tokenizers, and 3 names in setup.password aren't valid for the connection.";
      expect(createRedactor([secret]).redact(text)).toBe(text);
    },
  );
});

describe("1,000 messages", () => {
  const subjects = [
    "The connection",
    "Property setup.password",
    "The client",
    "Your token",
    "The domain acme.example.com",
  ];
  const verbs = [
    "isn't valid",
    "must match ^[a-z]{1,10}$",
    "was not found",
    "has expired",
    "can't be changed",
    "was signed",
  ];
  const details = ["in 12345 tenants", "for passwords", "with status 4290", "at 2026-11-28T10:00:00Z", "by tokenizers"];
  const ends = [
    "",
    " (code invalid_setup).",
    ": see https://acme.example.com/docs/v2.",
    ", try again later…",
    " *** retry",
  ];
  const messages = subjects.flatMap((subject) =>
    verbs.flatMap((verb) =>
      details.flatMap((detail) =>
        ends.flatMap((end) => [
          `${subject} ${verb} ${detail}${end}`,
          `${detail.toUpperCase()}, ${subject} ${verb}${end}`,
        ]),
      ),
    ),
  );

  it.each([
    ...["pass", "1234", "2345", "token1", "notfound", "expire", "user", "acme2", "admin123", "word", "letme1n", "sign"],
    ...["s3cr3t$", "hunter2", "retry1", "late", "correct horse battery staple", "P@ssw0rd", "try-again-7", "4291"],
  ])("keep every word but the secret's own: %s", (secret) => {
    expect(messages.length).toBeGreaterThan(1000);
    const redactor = createRedactor([secret]);
    // As it's written, it's removed anywhere.
    expect(messages.filter((message) => redactor.redact(message) !== message.replaceAll(secret, "[redacted]"))).toEqual(
      [],
    );
    expect(redactor.redact(`It's still ${secret.toUpperCase()}, as before`)).toBe("It's still [redacted], as before");
  });

  it("don't hide the ends of a long key, also in hexadecimal", () => {
    const secret = Array.from({ length: 6000 }, (_, at) => `${(at * 7919) % 99991}x`).join("");
    const redactor = createRedactor([secret]);
    for (const part of [secret.slice(0, 60), secret.slice(-60), secret.slice(15_000, 15_060)])
      expect(redactor.redact(`not ${part.toUpperCase()}!`)).toBe("not [redacted]!");
    for (const part of [secret.slice(0, 60), secret.slice(-60)])
      expect(redactor.redact(`not ${Buffer.from(part).toString("hex").replaceAll(/../g, "$& ")}!`)).toBe(
        "not [redacted] !",
      );
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
  [{ setup: { type: "HTTP", base_url: "https://me:pa55@d.example/x?key=k3yk3y&v=1" } }, ["me", "pa55", "k3yk3y"]],
  [{ name: "n" }, []],
  [null, []],
])("include long numbers, and all texts that aren't known to be harmless: %j", (update, secrets) => {
  expect(secretsIn(update)).toEqual(secrets);
});

/** A text of which each UTF-16 code unit is written as an escape. */
function escaped(text: string, write: (code: number) => string): string {
  return Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join("");
}
