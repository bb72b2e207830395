import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { _ } from "ajv/dist/compile/codegen/index.js";
import { build, type Metafile } from "esbuild";
import { compile as compileTypes } from "json-schema-to-typescript";
import { formats } from "./formats.js";

const here = path.resolve("schemas");
const generated = path.join(here, "generated");
export const VALIDATORS = "schemas/generated/validators.js";
const ANNOTATIONS = ["x-variant", "x-name", "x-where", "x-secret", "x-pem"];

interface Schema {
  readonly $id?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

type Inputs = Metafile["outputs"][string]["inputs"];

type VariantSchema = Required<Pick<Schema, "$id" | "properties">> & Schema & { readonly "x-variant": number };

async function readSchema(name: string): Promise<Schema> {
  return JSON.parse(await readFile(path.join(here, name), "utf8")) as Schema;
}

async function readSetupSchemas(): Promise<readonly VariantSchema[]> {
  const names = (await readdir(path.join(here, "setup"))).filter((name) => name.endsWith(".schema.json"));
  const schemas = await Promise.all(names.map(async (name) => (await readSchema(`setup/${name}`)) as VariantSchema));
  return schemas.sort((a, b) => a["x-variant"] - b["x-variant"]);
}

async function compileValidators(setupSchemas: readonly VariantSchema[]): Promise<Inputs> {
  const ajv = new Ajv({
    allErrors: true,
    ownProperties: true,
    messages: false,
    strict: true,
    keywords: ANNOTATIONS,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  const update = await readSchema("update-request.schema.json");
  const setupFile = (await readSchema("setup-file.schema.json"))["else"] as Schema;
  const fileProperties = { ...setupFile.properties, name: update.properties?.["name"], setup: true };
  // The variants' own validators check the setup.
  const fileSchema = { $id: "setup-file", type: "object", properties: fileProperties, additionalProperties: false };
  ajv.addSchema(fileSchema);
  for (const schema of setupSchemas) ajv.addSchema(schema);
  const setups = setupSchemas.map((schema) => [`setup${schema["x-variant"]}`, schema.$id] as const);
  const exports = { setupFile: fileSchema.$id, ...Object.fromEntries(setups) };
  const code = standaloneCode(ajv, exports).replace('"use strict";', "");
  const list = setups.map(([name]) => name).join(", ");
  const { metafile } = await build({
    stdin: {
      contents: ['import { formats } from "./formats.js";', code, `export const setupValidators = [${list}];`].join(
        "\n",
      ),
      resolveDir: here,
      sourcefile: "validators.js",
    },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2024",
    outfile: path.join(generated, "validators.js"),
    banner: { js: "/* Compiled from the schemas by compile.ts. */" },
    metafile: true,
    // The bundle contains module paths. Without this, a linked node_modules would reveal where it leads.
    preserveSymlinks: true,
  });
  await writeFile(path.join(generated, "validators.d.ts"), VALIDATOR_TYPES);
  return metafile.outputs[VALIDATORS]?.inputs ?? {};
}

const VALIDATOR_TYPES = `/* Written by compile.ts. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Indexed by the variant's number minus 1. */
export declare const setupValidators: readonly Validator[];
export declare const setupFile: Validator;
`;

async function compileConnectionType(): Promise<void> {
  const schema = await readSchema("connection.schema.json");
  const types = await compileTypes({ ...schema, additionalProperties: false }, "Connection", {
    bannerComment: "/* Compiled from connection.schema.json by compile.ts. */",
    additionalProperties: false,
  });
  await writeFile(path.join(generated, "connection.ts"), types);
}

const HOSTNAME = "[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?(?:\\.[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?)*";
const LOCAL_PART = "[!#$%&'*+/-9=?A-Z^_`a-z{|}~.-]+";

/**
 * The part of each format that a pattern can express. They replace the formats, which validators understand differently.
 * Some validators use RE2, which has neither look-ahead nor back-references.
 */
const FORMAT_PATTERNS: Readonly<Record<string, string>> = {
  "https-url":
    "^[Hh][Tt][Tt][Pp][Ss]://(?:[!$&-.0-;=@-Z\\[\\]_a-z~]|%[0-9A-Fa-f]{2})(?:[!#$&-;=?-Z\\[\\]_a-z~]|%[0-9A-Fa-f]{2})*$",
  hostname: `^${HOSTNAME}\\.?$`,
  "host-port": `^(?:\\[[0-9A-Fa-f:.]+\\]|${HOSTNAME}\\.?)(?::(?:[0-5]?[0-9]{1,4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?$`,
  "full-date": "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$",
  email: `^(?:${LOCAL_PART}|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")@(?:${HOSTNAME}|\\[[0-9A-Za-z:.]+\\])$`,
};

/** Drops our own annotations, and replaces our own formats with keywords that every validator knows. */
function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([key]) => !ANNOTATIONS.includes(key) && key !== "$id");
  const copy = Object.fromEntries(entries.map(([key, inner]) => [key, portable(inner)] as const));
  const { format, ...rest } = copy;
  return typeof format === "string" ? { ...rest, pattern: FORMAT_PATTERNS[format] } : copy;
}

/** The start of a reference such as ${env:NAME}, or of text that's shorter than it's written, such as $${. */
const REFERENCE = "\\$\\{";

/** Skips length and format checks for a string with a reference, since its value isn't known yet. */
function orReference({ minLength, maxLength, pattern, ...field }: Schema): Schema {
  const checks = { minLength, maxLength, pattern };
  const isChecked = Object.values(checks).some((check) => check !== undefined);
  return isChecked ? { ...field, if: { pattern: REFERENCE }, else: checks } : field;
}

/** A bare setup names its schema beside its fields. */
function inFile(variant: VariantSchema): Schema {
  const fields = Object.entries(variant.properties).map(([name, field]) => [name, orReference(field)] as const);
  return { ...variant, properties: { ...Object.fromEntries(fields), $schema: { type: "string" } } };
}

async function publishSchema(setupSchemas: readonly VariantSchema[]): Promise<void> {
  const file = await readSchema("setup-file.schema.json");
  const full = file["else"] as Schema;
  const inFull = { type: "object", allOf: [full.properties?.["setup"]], properties: { $schema: false } };
  const published = { ...file, else: { ...full, properties: { ...full.properties, setup: inFull } } };
  const update = await readSchema("update-request.schema.json");
  const setup = await readSchema("setup.schema.json");
  const variants = Object.fromEntries(
    setupSchemas.map((schema) => [
      path.basename(schema.$id, ".schema.json"),
      inFile(portable({ ...schema, $schema: undefined }) as VariantSchema),
    ]),
  );
  const name = orReference(update.properties?.["name"] ?? {});
  const all = { ...variants, name, setup: { ...setup, $schema: undefined } };
  const text = JSON.stringify({ ...(portable(published) as Schema), definitions: portable(all) }, null, 2)
    .replaceAll('"update-request.schema.json#/properties/', '"#/definitions/')
    .replaceAll('"setup.schema.json"', '"#/definitions/setup"')
    .replaceAll(/"setup\/([^"]+)\.schema\.json"/g, '"#/definitions/$1"');
  await writeFile(path.join(generated, "vaultconn.schema.json"), `${text}\n`);
}

/**
 * Writes to `schemas/generated/`: the variants by number; standalone validators, so that neither ajv nor schemas are
 * loaded at run time; the types of requests and responses; and one published schema for any editor.
 * @returns the files that are bundled into the validators, including some of ajv.
 */
export async function compileSchemas(): Promise<Inputs> {
  await mkdir(generated, { recursive: true });
  const setupSchemas = await readSetupSchemas();
  await writeFile(path.join(generated, "variants.json"), JSON.stringify(setupSchemas));
  const [validators] = await Promise.all([
    compileValidators(setupSchemas),
    compileConnectionType(),
    publishSchema(setupSchemas),
  ]);
  return validators;
}
