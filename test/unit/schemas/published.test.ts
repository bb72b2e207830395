import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { CASES } from "../rules/corpus.js";
import { SEVERITIES } from "../rules/severities.js";

const SCHEMA = readFileSync(new URL("../../../schemas/generated/vaultconn.schema.json", import.meta.url), "utf8");
const ERROR = 1;

/** What a schema can hardly say, or leaves to JSON itself. */
const BEYOND: ReadonlySet<string> = new Set(["syntax", "duplicate-property", "malformed-reference", "too-large"]);

/** Cases in which a schema alone comes to another verdict than the server. */
const DIFFERENT: ReadonlySet<string> = new Set([
  "a byte order mark",
  "code points: halves of pairs, one too many",
  "an escaped one counts as two characters",
  "id beside the type of an open variant",
  "no host but a port",
  "a port that is no number",
  "a URL with a port that is too high",
  "a URL with brackets in its path",
  "a URL with two fragments",
  "a tenant with a hyphen at the end of a part",
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
  const requested: string[] = [];
  const service = getLanguageService({
    schemaRequestService: (asked) => {
      requested.push(asked);
      return Promise.reject(new Error("Nothing else is needed."));
    },
  });
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
    expect(requested).toEqual([]);
    return found.length === 0;
  };
}

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
  ])("tells sound files from faulty ones in %s", async (_, create) => {
    const validate = create();
    const wrong: string[] = [];
    for (const { heading, text } of sound) if (!(await validate(text))) wrong.push(`refused: ${heading}: ${text}`);
    for (const { heading, text } of faulty) if (await validate(text)) wrong.push(`taken: ${heading}: ${text}`);
    expect(wrong).toEqual([]);
    expect(sound.length).toBeGreaterThan(50);
    expect(faulty.length).toBeGreaterThan(200);
  });
});
