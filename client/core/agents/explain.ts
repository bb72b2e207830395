import type { Field } from "../../../schemas/fields.js";
import { setupTypes, variants, variantsOfType, type Variant } from "../../../schemas/variants.js";
import { setupFileTemplate } from "../files/template.js";
import { escapeText } from "../text/escapeText.js";
import { partsOf, readDiagnosticsPage } from "./diagnosticsPage.js";
import { AgentError, type AgentHost } from "./host.js";
import { variantNamed } from "./validateFile.js";

/** Explains variants or a diagnostic. Without input, lists all types, codes and variants. */
export async function explain({ type, code }: { readonly type?: string; readonly code?: string }, host: AgentHost) {
  if (type !== undefined && code !== undefined) throw new AgentError('Give "type" or "code", not both.');
  const page = readDiagnosticsPage(await host.diagnosticsPage());
  const section = page.find((one) => one.code === code);
  if (code !== undefined && !section)
    throw new AgentError(`There is no such code. Use one of: ${page.map((one) => one.code).join(", ")}.`);
  const chosen =
    type === undefined ? variants : [...variantsOfType(type), ...variants.filter(({ name }) => name === type)];
  if (chosen.length === 0)
    throw new AgentError(`There is no such type or variant. Types are: ${setupTypes.join(", ")}.`);
  return {
    types: setupTypes,
    codes: page.map((one) => one.code),
    variants: code === undefined ? chosen.map((variant) => describe(variant, type !== undefined)) : [],
    diagnostic: section ? { code: section.code, severity: section.severity, ...partsOf(section.markdown) } : null,
  };
}

function describe(variant: Variant, isDetailed: boolean) {
  const { name, type, title, description, closed, fields, typeRequired } = variant;
  return {
    name,
    type,
    typeRequired,
    title,
    description,
    acceptsOtherProperties: !closed,
    properties: isDetailed ? fields.map(describeField) : [],
    template: isDetailed ? setupFileTemplate({ variant }).text : "",
  };
}

function describeField({ name, required, secret, description, where, example, ...limits }: Field) {
  const { minLength = null, maxLength = null, format = null, allowed = null } = limits;
  // Agents should write references to secrets, so they never see an example of one.
  const shown = secret ? `\${secret:${name.toUpperCase()}}` : (example ?? null);
  return { name, required, secret, description, where, minLength, maxLength, format, allowed, example: shown };
}

/** Returns the prompt for writing a setup file. @throws AgentError if the variant doesn't exist. */
export function writeSetupFilePrompt(variantName: string, application: string): string {
  const variant = variantNamed(variantName);
  const of = application === "" ? "" : ` of ${JSON.stringify(escapeText(application, 150))}`;
  return [
    `Write a .vaultconn.json setup file for a connection${of}, with the variant ${variant.name} (type ${variant.type}).`,
    `Ask vaultconn_explain for ${variant.name} first: it says which properties are required, which are secret, and where a person finds each value.`,
    "Write a reference such as ${secret:NAME} or ${env:NAME} for each secret. Don't ask the person for a secret, and don't write one.",
    "Check the file with vaultconn_validate after each edit, until it's valid. Then tell the person to review and push it: you can't push.",
    `Start from this:\n\n${setupFileTemplate({ variant }).text}`,
  ].join("\n");
}
