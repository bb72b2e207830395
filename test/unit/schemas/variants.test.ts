import { describe, expect, it } from "vitest";
import { recordFields, setupFileFields } from "../../../schemas/fields.js";
import { variants } from "../../../schemas/variants.js";

/**
 * "Setup variants" and "Vault connection (response record)" of the interface
 * document, written down a second time and independently of the schemas. A field
 * is required unless it has a question mark.
 */
const SETUPS = `
1  API_KEY                  closed api_key; base_url https-url
2  API_KEY                  closed api_key
3  OAUTH_APP                closed client_id; client_secret; domain hostname; audience? https-url 1-
4  OAUTH_JWT                closed project_id?; private_key?; client_email? email
5  API_KEY                  closed secret_key
6  OAUTH_CODE               open   code?
7  BEARER                   closed token
8  BASIC_AUTH               closed username 1-155; password? 1-155
9  API_KEY                  closed name 1-55; value 1-255; in =HEADER,QUERY
10 OAUTH_CLIENT_CREDENTIALS closed client_id 1-255; client_secret 1-255; token_endpoint https-url 1-500; audience? 1-255; resource? 1-255; scope? 1-1024
11 JWT                      open   algorithm =HS256,HS384,HS512,RS256,RS384,RS512,ES256,ES384,ES512,PS256,PS384,PS512
12 API_KEY                  closed api_key; secret_key
13 TOKEN                    closed token
14 WEBHOOK                  closed url https-url
15 KEY_PAIR                 closed private_key; public_key
16 API_KEY                  closed account_id; api_key
`;

const RECORD =
  "id -30; app_id 1-55; environment? 1-55; name 1-150; account_name? 1-150; ready; created_at; updated_at; refreshed_at?; fingerprint 1-";

function readField(text: string) {
  const [name = "", ...words] = text.trim().split(" ");
  const [, min, max] = words.map((word) => /^(\d*)-(\d*)$/.exec(word)).find((match) => match !== null) ?? [];
  const number = (digits: string | undefined): number | undefined => (digits ? Number(digits) : undefined);
  return {
    name: name.replace("?", ""),
    required: !name.endsWith("?"),
    minLength: number(min),
    maxLength: number(max),
    format: words.find((word) => ["https-url", "hostname", "email"].includes(word)),
    allowed: words
      .find((word) => word.startsWith("="))
      ?.slice(1)
      .split(","),
  };
}

/** The sixteen variants as the document lists them. */
const TABLE = SETUPS.trim()
  .split("\n")
  .map((line) => {
    const [, number = "", type = "", closed = "", fields = ""] = /^(\d+)\s+(\S+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return {
      number: Number(number),
      type,
      closed: closed === "closed",
      typeRequired: number !== "4",
      fields: fields.split("; ").map(readField),
    };
  });

describe("the variants", () => {
  it("are those of the interface, in its order", () => {
    const known = variants.map(({ number, type, fields, closed, typeRequired }) => ({
      ...{ number, type, closed, typeRequired },
      fields: fields.map(({ name, required, minLength, maxLength, format, allowed }) => {
        return { name, required, minLength, maxLength, format, allowed };
      }),
    }));
    expect(known).toEqual(TABLE);
  });

  it("have stable names for the command line", () => {
    expect(variants.map(({ name }) => name).join(" ")).toBe(
      "api-key-with-base-url api-key oauth-app oauth-jwt secret-key oauth-code bearer basic-auth api-key-in-header-or-query " +
        "oauth-client-credentials jwt api-key-with-secret-key token webhook key-pair api-key-with-account-id",
    );
  });

  it("explain every property, and where to find it unless that's obvious", () => {
    for (const { fields } of variants) {
      for (const { name, description, where } of fields) {
        expect(description, name).toMatch(/^[A-Z].+\.$/s);
        expect(where, name).toMatch(/^[A-Z].+\.$/s);
      }
    }
  });

  it("mark credentials as secret", () => {
    const secrets = new Set(
      variants.flatMap(({ fields }) => fields.filter(({ secret }) => secret).map(({ name }) => name)),
    );
    expect([...secrets].sort().join(" ")).toBe(
      "api_key client_secret code password private_key secret_key token url value",
    );
  });
});

it("accepts six properties in a setup file", () => {
  expect(setupFileFields.map(({ name }) => name)).toEqual(["$schema", "id", "tenant", "expires", "name", "setup"]);
});

it("knows the fields and limits of a record", () => {
  const limitsOf = ({
    name,
    required,
    minLength,
    maxLength,
  }: Omit<ReturnType<typeof readField>, "format" | "allowed">) => [name, required, minLength, maxLength];
  expect(recordFields.map(limitsOf)).toEqual(RECORD.split("; ").map((field) => limitsOf(readField(field))));
});
