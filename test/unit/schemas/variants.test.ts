import { describe, expect, it } from "vitest";
import { checkSetup, checkSetupFile } from "../../../schemas/check.js";
import { connectionFields, TABLE } from "./table.js";
import { recordFields, setupFileFields, typeField } from "../../../schemas/fields.js";
import { setupTypes, variants, variantsOfType } from "../../../schemas/variants.js";

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

  it("have every type of the interface, API_KEY six times", () => {
    expect(setupTypes).toHaveLength(11);
    expect(typeField.allowed).toEqual(setupTypes);
    expect(variantsOfType("API_KEY").map(({ number }) => number)).toEqual([1, 2, 5, 9, 12, 16]);
    expect(variantsOfType("NONE")).toEqual([]);
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

const SAMPLES: Readonly<Record<string, (length: number) => string>> = {
  "https-url": (length) => `https://${"a".repeat(Math.max(1, length - 8))}`,
  hostname: () => "a.example.com",
  email: () => "a@example.com",
};

describe.each(TABLE)("variant $number", ({ number, type, fields, closed }) => {
  const variant = variants[number - 1];
  if (!variant) throw new Error("no such variant");
  const sample = (field: (typeof fields)[number], length = 3): string =>
    field.allowed?.[0] ?? (field.format ? (SAMPLES[field.format]?.(length) ?? "") : "a".repeat(length));
  const complete = Object.fromEntries([
    ["type", type],
    ...fields.map((field) => [field.name, sample(field, 20)]),
  ]) as Record<string, string>;

  it("accepts all its properties together, as no other variant does", () => {
    expect(variants.filter((each) => checkSetup(each, complete).length === 0)).toEqual([variant]);
  });

  it.each(fields)("accepts a string for $name within its limits, and requires it if necessary", (field) => {
    const { name, required, maxLength = 0, allowed, format } = field;
    const path = [name];
    const { [name]: _left, ...rest } = complete;
    expect(checkSetup(variant, rest)).toEqual(required ? [{ code: "missing-property", path }] : []);
    const checked = (value: unknown) => checkSetup(variant, { ...complete, [name]: value });
    for (const value of [1, true, null, {}, []])
      expect(checked(value)).toMatchObject([{ code: "wrong-value-type", path, expected: "string" }]);
    if (maxLength === 0 || allowed) return;
    expect(checked("")).toMatchObject([{ code: "too-short", path, limit: 1 }]);
    expect(checked(sample(field, maxLength))).toEqual([]);
    expect(checked(sample(field, maxLength + 1))).toMatchObject([{ code: "too-long", path, limit: maxLength }]);
    // Code points are counted.
    if (!format) expect(checked("😀".repeat(maxLength))).toEqual([]);
  });

  it("refuses other properties only if it's closed", () => {
    expect(checkSetup(variant, { ...complete, other: "x" })).toEqual(
      closed ? [{ code: "unknown-property", path: ["other"] }] : [],
    );
    const withProto = JSON.parse(
      `{"__proto__": {"polluted": 1}, "constructor": 1, ${JSON.stringify(complete).slice(1)}`,
    ) as object;
    expect(checkSetup(variant, withProto).map(({ path }) => path[0])).toEqual(
      closed ? ["__proto__", "constructor"] : [],
    );
  });

  it("requires its own type", () => {
    expect(checkSetup(variant, { ...complete, type: "OTHER" })).toMatchObject([
      { code: "invalid-value", path: ["type"] },
    ]);
    const { type: _type, ...rest } = complete;
    expect(checkSetup(variant, rest)).toEqual(number === 4 ? [] : [{ code: "missing-property", path: ["type"] }]);
  });

  it("doesn't accept inherited properties", () => {
    expect(checkSetup(variant, Object.create(complete)).map(({ code }) => code)).toEqual([
      ...(number === 4 ? [] : ["missing-property"]),
      ...fields.filter(({ required }) => required).map(() => "missing-property"),
    ]);
  });
});

describe("the setup file", () => {
  it("accepts five properties, and limits the ID to 30 characters", () => {
    expect(setupFileFields.map(({ name }) => name)).toEqual(["$schema", "id", "tenant", "name", "setup"]);
    expect(checkSetupFile({ $schema: "s", id: "a".repeat(30), tenant: "t", name: "n", setup: {} })).toEqual([]);
    expect(checkSetupFile({ id: "a".repeat(31) })).toMatchObject([{ code: "too-long", limit: 30 }]);
    expect(checkSetupFile({ id: "" })).toMatchObject([{ code: "too-short" }]);
    expect(checkSetupFile({ name: "a".repeat(150) })).toEqual([]);
    expect(checkSetupFile({ name: "a".repeat(151) })).toMatchObject([{ code: "too-long", limit: 150 }]);
    expect(checkSetupFile({ name: "" })).toMatchObject([{ code: "too-short" }]);
    expect(checkSetupFile({ app_id: "x" })).toEqual([{ code: "unknown-property", path: ["app_id"] }]);
  });
});

describe("the record", () => {
  it("has the fields and limits of the interface", () => {
    expect(
      recordFields.map(({ name, required, minLength, maxLength }) => [name, required, minLength, maxLength]),
    ).toEqual(connectionFields);
  });
});
