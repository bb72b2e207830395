import type { Field } from "../../../schemas/fields.js";
import { setupTypes, variants, variantsOfType, type Variant } from "../../../schemas/variants.js";
import { setupFileTemplate } from "../files/template.js";
import { partsOf, readDiagnosticsPage } from "./diagnosticsPage.js";
import { AgentError, type AgentHost } from "./host.js";

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
