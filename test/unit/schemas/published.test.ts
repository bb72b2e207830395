import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import { CASES, SEVERITIES } from "../features/corpus.js";
import { anySetup } from "../rules/generate.js";

const SCHEMA = readFileSync(new URL("../../../schemas/generated/vaultconn.schema.json", import.meta.url), "utf8");
const PLAN_SCHEMA = readFileSync(new URL("../../../client/cli/plan/plan.schema.json", import.meta.url), "utf8");
const ERROR = 1;

/** What RE2, which several validators use, doesn't know: looking around, back-references, and escapes of JavaScript. */
const BEYOND_RE2 = /\(\?[^:]|\\[^\][$.\\{}w]/;

/** What a schema can hardly say, or leaves to JSON itself. */
const BEYOND: ReadonlySet<string> = new Set([
  ...["syntax", "duplicate-property", "malformed-reference", "too-large"],
  ...["empty-value", "unfilled-placeholder"],
]);

/** Cases in which a schema alone comes to another verdict than the server. */
const DIFFERENT: ReadonlySet<string> = new Set([
  "a byte order mark",
  "code points: halves of pairs, one too many",
  "an escaped one counts as two characters, one too many",
  "an escaped one is a text like any other",
  "id beside the type of an open variant",
  "no host but a port",
  "a port that is no number",
  "a URL with a port that is too high",
  "a URL with brackets in its path",
  "a URL with two fragments",
  "__proto__ at the root",
  "__proto__ in a setup",
  "__proto__ does not stand in for what is missing",
]);

const cases = CASES.filter(
  ({ heading, text, expected }) =>
    parse(text) !== undefined && !DIFFERENT.has(heading) && !expected.some(({ code }) => BEYOND.has(code)),
);
const faulty = cases.filter(({ expected }) => expected.some(({ code }) => SEVERITIES.get(code) === ERROR));
const sound = cases.filter((one) => !faulty.includes(one));

type Validate = (text: string) => boolean | Promise<boolean>;

function withAjv(ajv: Ajv | Ajv2020): Validate {
  addFormats(ajv);
  const schema = JSON.parse(SCHEMA) as { $schema?: string };
  // A draft that a validator doesn't know by name is read as its own.
  const validate = ajv.compile(
    ajv instanceof Ajv2020 ? { ...schema, $schema: "https://json-schema.org/draft/2020-12/schema" } : schema,
  );
  return (text) => validate(parse(text));
}

function withLanguageService(): Validate {
  const uri = "file:///vaultconn.schema.json";
  // A request would be a problem of the document.
  const service = getLanguageService({ schemaRequestService: (asked) => Promise.reject(new Error(asked)) });
  service.configure({
    validate: true,
    allowComments: true,
    schemas: [{ uri, fileMatch: ["*.vaultconn.json"], schema: JSON.parse(SCHEMA) as object }],
  });
  return async (own) => {
    // A schema that a file names itself would be asked for.
    const text = own.replace(/("\$schema": )"[^"]*"/, `$1${JSON.stringify(uri)}`);
    const document = TextDocument.create("file:///a.vaultconn.json", "jsonc", 1, text);
    const found = await service.doValidation(document, service.parseJSONDocument(document), {
      comments: "ignore",
      trailingCommas: "ignore",
      schemaValidation: "error",
    });
    return found.length === 0;
  };
}

const reference = fc
  .tuple(
    fc.oneof(fc.constantFrom("env", "secret", "file"), fc.stringMatching(/^[A-Za-z][\w-]{0,49}$/)),
    fc.stringMatching(/^[A-Za-z_][\w.-]{0,4}$/),
  )
  .map(([word, name]) => `\${${word}:${name}}`);

/** Values that other tools' ideas of a format are likely to refuse, or that aren't known before a push. */
const unusual = fc.oneof(
  fc.array(fc.oneof(reference, fc.constantFrom("$${", "$", "a".repeat(160)))).map((parts) => parts.join("")),
  fc.webUrl({
    ...{ validSchemes: ["https", "HTTPS"], withFragments: true, withQueryParameters: true },
    authoritySettings: { withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true },
  }),
  fc.emailAddress(),
  fc.constantFrom(
    "https://a:@[::1]:00080?#",
    "https://%41,b",
    '"a b\\""@c',
    "a$`{|}@[IPv6:::1]",
    "a@b1",
    "a@[1.2.3.4]",
  ),
  fc.constantFrom("A.", "a.example.com.:00080", "[::ffff:1.2.3.4]:1", "xn--a", `${"a".repeat(63)}.1`),
);

/** A file in which any value may be unusual. */
const anyFile = anySetup
  .chain(({ setup }) => {
    const values = Object.entries(setup).map(([key, value]) =>
      fc.tuple(fc.constant(key), fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, unusual)),
    );
    return fc.tuple(fc.tuple(...values), fc.option(unusual), fc.option(unusual));
  })
  .map(([values, name, tenant]) => {
    const setup = Object.fromEntries(values);
    return name === null ? setup : { name, ...(tenant !== null && { tenant }), setup };
  });

describe("the published schema alone", () => {
  it("refers to nothing outside itself", () => {
    const references = [...SCHEMA.matchAll(/"\$ref":\s*"([^"]*)"/g)].map(([, target = ""]) => target);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((target) => !target.startsWith("#/"))).toEqual([]);
  });

  it.each<[string, () => Validate]>([
    ["ajv", () => withAjv(new Ajv({ strict: false }))],
    ["ajv in strict mode", () => withAjv(new Ajv({ strictSchema: true, allowMatchingProperties: true }))],
    ["ajv with draft 2020-12", () => withAjv(new Ajv2020({ strict: false }))],
    ["VS Code's JSON language service", withLanguageService],
  ])("distinguishes valid from invalid files in %s", async (_, create) => {
    const validate = create();
    const wrong: string[] = [];
    for (const { heading, text } of sound) if (!(await validate(text))) wrong.push(`refused: ${heading}: ${text}`);
    for (const { heading, text } of faulty) if (await validate(text)) wrong.push(`taken: ${heading}: ${text}`);
    expect(wrong).toEqual([]);
    expect(sound.length).toBeGreaterThan(50);
    expect(faulty.length).toBeGreaterThan(200);
  });

  it.each<[string, () => Validate]>([
    ["ajv", () => withAjv(new Ajv({ strict: false }))],
    ["VS Code's JSON language service", withLanguageService],
  ])("accepts every file that check accepts in %s", async (_, create) => {
    const validate = create();
    await fc.assert(
      fc.asyncProperty(anyFile, async (file) => {
        const text = JSON.stringify(file);
        fc.pre(checkFile(readSetupFile(text)).every(({ severity }) => severity !== "error"));
        expect(await validate(text)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each([SCHEMA, PLAN_SCHEMA])("has patterns that RE2 accepts", (schema) => {
    const patterns = [...schema.matchAll(/"pattern": (".*")/g)].map(([, quoted = ""]) => JSON.parse(quoted) as string);
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.filter((pattern) => BEYOND_RE2.test(pattern))).toEqual([]);
  });
});
