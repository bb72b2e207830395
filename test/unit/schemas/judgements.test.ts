import { createCipheriv, createHash, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { judge } from "../../../schemas/judgements.js";
import type { KeyKind } from "../../../schemas/pemFault.js";
import { variants } from "../../../schemas/variants.js";
import { checkFiles } from "../../../server/src/library.js";
import { resolveReferences } from "../../../client/core/secrets/resolve.js";
import { sourcesOf } from "../storage.js";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const [pkcs8, pkcs1] = (["pkcs8", "pkcs1"] as const).map((type) =>
  String(rsa.privateKey.export({ type, format: "pem" })),
);
const spki = String(rsa.publicKey.export({ type: "spki", format: "pem" }));
const other = String(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }),
);
const encrypted = String(
  rsa.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }),
);
const key = pkcs8 ?? "";
const jwt = (claims: object) =>
  ['{"alg":"HS256"}', JSON.stringify(claims), "signature"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

type Row = readonly [name: string, value: string, words: string, due?: KeyKind];
const ROWS: readonly Row[] = [
  ["written line breaks", key.replaceAll("\n", "\\n"), "written as \\n", "private"],
  ["written CR LF", key.replaceAll("\n", "\\r\\n"), "written as \\n", "private"],
  ["quotes around a key", `"${key}"`, "in quotes", "private"],
  ["a key on one line", key.replaceAll("\n", " "), "without its line breaks", "private"],
  ["base64 of a key", Buffer.from(key).toString("base64"), "base64 of a PEM key", "private"],
  ["a path", "./keys/private.pem", "is a path", "private"],
  ["no PEM text", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj", "isn't PEM text", "private"],
  ["a key without its end", key.slice(0, 900), "cut off", "private"],
  ["a key without a line", key.split("\n").toSpliced(9, 1).join("\n"), "cut off", "private"],
  ["an encrypted key", encrypted, "with a passphrase", "private"],
  [
    "an encrypted key of OpenSSL",
    `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----`,
    "with a passphrase",
    "private",
  ],
  ["a public key", spki, "is a public key", "private"],
  ["a private key", key, "is a private key", "public"],
  [
    "an OpenSSH key",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n",
    "OpenSSH",
    "private",
  ],
  ["a public OpenSSH key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI me@host", "OpenSSH", "public"],
  ["a certificate", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "is a certificate", "public"],
  ["dashes of a word processor", key.replaceAll("-----", "—–—"), "dashes were changed", "private"],
  ["four dashes", key.replaceAll("-----", "----"), "dashes were changed", "private"],
  ["an indented key", key.replaceAll("\n", "\n    "), "indented or empty lines", "private"],
  ["a key with empty lines", key.replaceAll("\n", "\n\n"), "indented or empty lines", "private"],
  ...['""', "''", "``", '" "', ' ""\n', "u''", 'b""', '\\"\\"', "“”", "{}", "[ ]"].map(
    (value) => [`nothing: ${value}`, value, "is only quotes or brackets"] as const,
  ),
  ["three quotes around a key", `"""${key}"""`, "in quotes", "private"],
  ["only the first line of a key", "-----BEGIN PRIVATE KEY-----", "cut off", "private"],
  ["a key whose lines are masked", "-----BEGIN PRIVATE KEY-----\n***\n-----END PRIVATE KEY-----", "cut off", "private"],
  ["both keys", spki + key, "is a private key", "public"],
  ["the JSON of a service account", JSON.stringify({ private_key: key }), "isn't PEM text", "private"],
  ["an expired token", jwt({ exp: 1_600_000_000 }), "expired on 2020-09-13 12:26 UTC"],
  ["a token for later", jwt({ nbf: 9_000_000_000 }), "isn't valid before 2255-03-14"],
  ["backticks", "`sk_live_4eC39HqLyjWDarjtT1zdp7dc`", "in quotes"],
  ["quotes", '"sk_live_4eC39HqLyjWDarjtT1zdp7dc"', "in quotes"],
  ["whitespace", "sk_live_4eC39HqLyjWDarjtT1zdp7dc\n\n", "begins or ends with whitespace"],
  ["a character that wasn't UTF-8", "contrase\uFFFDa-4eC39", "has lost a character (U+FFFD)"],
  ["half of an emoji", "contrase\uD83Da-4eC39", "has lost a character (U+D83D)"],
  ["a zero-width space", "sk_live\u200b_4eC39", "invisible character (U+200B)"],
  ["a soft hyphen", "sk_live\u00ad_4eC39", "invisible character (U+00AD)"],
  ["a no-break space", "correct\u00a0horse", "no-break space (U+00A0)"],
  ["a Cyrillic letter", "sk_live_4еC39", "looks like another (U+0435)"],
  ["two lines", "WARNING: old version\nsk_live", "contains a line break"],
  ["progress before it", "Loading\rsk_live", "contains a line break"],
  ["letters after a dollar sign", "$UMMER2024", "looks like a variable that wasn't replaced"],
  ["letters between percent signs", "%SUMMER24%", "looks like a variable that wasn't replaced"],
  ["a file of GitLab", "/builds/group/project.tmp/TOKEN", "is a path"],
  ["a file of a container", "/var/run/secrets/token", "is a path"],
  ["a file of Windows", "C:\\builds\\TOKEN", "is a path"],
  ["a link that was checked out as text", "../keys/token.txt", "is a path"],
  ["a file in a home folder", "~/.config/token", "is a path"],
  ["a line of variables", "SALESFORCE_TOKEN=sk_live_4eC39", "begins with a name"],
  ["a line of a script", "export API_KEY=sk_live_4eC39", "begins with a name"],
  ["what a dashboard shows", "sk_live_4eC39...Zdp7", "looks shortened"],
  ["a cut token", "eyJhbGciOiJSUzI1NiJ9…", "looks shortened"],
  ["a page of a portal", "<!DOCTYPE html><html><body>4eC39</body></html>", "is a web page"],
  ["base64 of a line", Buffer.from("sk_live_4eC39\n").toString("base64"), "is base64 of another value"],
  ["a header", "Authorization: Bearer 4eC39HqLyjWD", "begins with Authorization:"],
  ["a token with its scheme", "bearer 4eC39HqLyjWD", "begins with bearer"],
  ["a password with its scheme", "Basic dXNlcjo0ZUMzOQ==", "begins with Basic"],
  ["an error of AWS", "An error occurred (AccessDenied) when calling GetSecretValue: 4eC39", "is the message"],
  ["an error of a shell", "bash: vault: command not found", "is the message"],
  ["an error of another shell", "sh: 1: vault: not found", "is the message"],
  ["an error of a program", "Unable to locate credentials. 4eC39", "is the message"],
  ["an error of Git", "fatal: not a git repository 4eC39", "is the message"],
  ["an error of gcloud", "ERROR: (gcloud.secrets) NOT_FOUND: Secret not found", "is the message"],
  ["an error of Vault", "No value found at secret/data/4eC39", "is the message"],
  ["several values of AWS", '{"username":"app","password":"4eC39HqLyj","port":5432}', "is JSON"],
  ["one value of AWS", '{"value": "4eC39HqLyj"}', "is JSON"],
  ["the answer of a token endpoint", '{"access_token":"4eC39HqLyj","expires_in":3600}', "is JSON"],
  ["bytes of Python", "b'sk_live_4eC39HqLyjWDarjtT1zdp7dc'", "in quotes"],
  ["a list with one value", '["sk_live_4eC39HqLyjWDarjtT1zdp7dc"]', "in quotes"],
  ["a dash of a word processor", "sk–live", "looks like another (U+2013)"],
  ...[
    "op://Vault/Item/credential",
    "$env:HOST",
    "$SALESFORCE_HOST",
    "(null)",
    `encrypted:BD9p${"aB3/".repeat(40)}`,
    "key: ENC[AES256_GCM,data:p673w==,iv:YY=,tag:UQ==,type:str]",
    "${TOKEN}",
    "${{ secrets.TOKEN }}",
    "$[variables.key]",
    "((vault.key))",
    "%{lookup('key')}",
    "%(key)s",
    "<%= ENV['KEY'] %>",
    "**REDACTED**",
    "undefined",
    "op://My Vault/My Item/key",
    "ENC[PKCS7,MIIBeQYJKoZIhvcNAQcD]",
    "{cipher}682bc583f4641835fa2db009355293665d2647dade3375c0ee201de2a49f7bda",
    "{secret:KEY}",
    "$secret:KEY}",
    "vault:secret/data/x#key",
    "arn:aws:secretsmanager:eu-west-1:123456789012:secret:x",
    "@Microsoft.KeyVault(SecretUri=https://v.vault.azure.net/secrets/x)",
    "ENC[AES256_GCM,data:p673w==,iv:YY=,tag:UQ==,type:str]",
    "$ANSIBLE_VAULT;1.1;AES256\n6634",
    "None",
    "$null",
    "System.Security.SecureString",
    "System.Object[]",
    "%!s(MISSING)",
    "[B@6d06d69c",
    "[use 'op item get 4eC39 --reveal' to reveal]",
    "ghp_xxxxxxxxxxxxxxxxxxxx",
    "sk_test_XXXXXXXX",
    "sk-xxx...",
    "xoxb-xxxx-xxxx-xxxx",
    "xoxb-your-token",
    "your-api-key",
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "[object Promise]",
    "|-",
    "os.environ['KEY']",
    'System.getenv("KEY")',
    "ENV['KEY']",
    "var.api_key",
    "secretref:api-key",
    "secretRef:api-key",
    "@{value=sk_live; id=1}",
    "https://acme.vault.azure.net/secrets/token/1f2e",
    "vault:v1:8SDd3WHDOjf7mq69CyCqYjBXAiQQAVZR",
    "sk_live_****4242",
    "•••••••••9f3a",
    "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
  ].map((value) => [value.split("\n")[0] ?? "", value, "is a placeholder"] as const),
];

const CANARY = /4eC39|MII[A-Z]|AAAAC3|correct|b3Blbn/;

describe("a value that can't work", () => {
  it.each(ROWS.map(([name, ...row]) => ({ name, row })))(
    "is named behind references, and in files if it can't be right: $name",
    async ({ row: [value, words, due] }) => {
      const [name, setup] = due
        ? [`${due}_key`, { type: "KEY_PAIR", private_key: "${env:OTHER}", public_key: "${env:OTHER}" }]
        : ["token", { type: "BEARER" }];
      const variant = variants.find(({ type }) => type === setup.type)?.number ?? 0;
      const literal = JSON.stringify({ setup: { ...setup, [name]: value.replaceAll("${", "$${") } });
      const [file] = checkFiles([{ path: "a", text: literal }]);
      const said = (file?.problems ?? [])
        .filter(({ code }) => code !== "plain-text-secret")
        .map(({ message }) => message);
      if (
        /^(?:contains a line break|looks (?:like a variable|shortened)|is a path|begins with (?:a name|Auth|bearer|Basic)|is the message|is JSON|is a web page|is base64 of another)/.test(
          words,
        ) &&
        !due
      )
        expect(said).toEqual([]);
      else if (!value.includes("${")) expect(said.join()).toContain(words);
      const provider = () => Promise.resolve({ ok: true, value } as const);
      for (const reference of ["${env:A}", "${file:A}", "${p:A}"]) {
        const values = { env: { A: value, OTHER: "-" }, file: { A: value } };
        const resolved = await resolveReferences(
          { variant, request: { setup: { ...setup, [name]: reference } } },
          { ...sourcesOf(values), provider },
        );
        expect(resolved).toMatchObject({ ok: true });
        const warnings = resolved.ok ? resolved.warnings.map(({ text }) => text).join() : "";
        expect(warnings).toContain(words);
        expect([warnings, said].join()).not.toMatch(CANARY);
      }
    },
  );

  it.each([
    [key, other, true],
    [key, spki, false],
    [pkcs1 ?? "", spki, false],
  ])("can be a key that doesn't belong to the other", async (private_key, public_key, isNamed) => {
    const setup = { type: "KEY_PAIR", private_key, public_key };
    const [file] = checkFiles([{ path: "a", text: JSON.stringify({ setup }) }]);
    expect((file?.problems ?? []).some(({ message }) => message.includes("belong to the private key"))).toBe(isNamed);
    const references = { type: "KEY_PAIR", private_key: "${env:A}", public_key: "${env:B}" };
    const sources = sourcesOf({ env: { A: private_key, B: public_key } });
    // With a property that this version doesn't know, there's no variant.
    for (const about of [{ variant: 15 }, { unknown: ["x"] }]) {
      const resolved = await resolveReferences({ ...about, request: { setup: references } }, sources);
      expect(resolved.ok && resolved.warnings).toHaveLength(isNamed ? 1 : 0);
    }
  });
});

/** Bytes that are the same in every run. */
const bytes = createCipheriv("aes-256-ctr", createHash("sha256").update("values").digest(), Buffer.alloc(16));
const random = (count: number) => bytes.update(Buffer.alloc(count));
const pick = (alphabet: string, count: number) =>
  [...random(count)].map((byte) => alphabet[byte % alphabet.length]).join("");
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

describe("a value that can work", () => {
  it("isn't remarked about in 1,000 realistic ones", () => {
    const values = Array.from({ length: 200 }, () => [
      `${pick("sgpxk", 2)}_live_${pick(LETTERS, 32)}`,
      pick(`${LETTERS}!#$%&()*+,-./:;<=>?@[]^_{|}~`, 24),
      `Server=tcp:${pick("abcdef", 8)}.example.com,1433;User ID=app;Password={${pick(LETTERS, 16)}};Encrypt=True;`,
      `postgres://app:${encodeURIComponent(pick(`${LETTERS}!$#@`, 20))}@db.example.com:5432/main?sslmode=require`,
      random(48).toString("base64"),
    ]).flat();
    expect(values.filter((value) => judge(value) !== undefined)).toEqual([]);
  });

  it("isn't remarked about in keys of any kind, with any line breaks", () => {
    const pairs = [
      rsa,
      generateKeyPairSync("ec", { namedCurve: "prime256v1" }),
      generateKeyPairSync("ec", { namedCurve: "secp384r1" }),
      generateKeyPairSync("ed25519"),
    ];
    for (const { privateKey, publicKey } of pairs) {
      const type = privateKey.asymmetricKeyType;
      const formats = type === "rsa" ? ["pkcs8", "pkcs1"] : type === "ec" ? ["pkcs8", "sec1"] : ["pkcs8"];
      const keys = formats.map((format) => String(privateKey.export({ type: format as "pkcs8", format: "pem" })));
      const spellings = (text: string) => [
        text,
        text.trimEnd(),
        text.replaceAll("\n", "\r\n"),
        text.trimEnd().replaceAll("\n", " \n"),
        `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${text}`,
      ];
      for (const text of keys.flatMap(spellings)) expect(judge(text, { due: "private" })).toBeUndefined();
      const shown = String(publicKey.export({ type: "spki", format: "pem" }));
      for (const text of spellings(shown)) expect(judge(text, { due: "public" })).toBeUndefined();
    }
  });

  it.each([
    "Пароль1",
    "contraseña-ñ",
    "パスワード　　１".slice(0, 5),
    "pass👩‍💻word",
    "❤️🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "my***pass",
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD",
    "/tmpx9Kq2",
    "AccountName=acme;AccountKey=c2VjcmV0Cg==",
    "wait... what",
    Buffer.from("correct horse battery staple").toString("base64"),
    "<b>bold</b>",
    "System",
    "@Passw0rd@",
    "%Welcome1%",
    "a{{b}}c",
    "data.example.com",
    "local.example.com",
    "shop.xxx",
    "counterexample",
    "bearer of bad news",
    "Tokenized 4eC39Hq",
    "error",
    "fatal:attraction",
    "xxl_shirt",
    '{"project_id": "x", "private_key_id": "y"}',
    "{abc}",
    "pa$word",
    "${",
    "-",
    '{\n  "type": "service_account",\n  "project_id": "x"\n}',
    jwt({ exp: 9_000_000_000 }),
  ])("isn't remarked about if it's unusual: %s", (value) => {
    expect(judge(value)).toBeUndefined();
  });
});
