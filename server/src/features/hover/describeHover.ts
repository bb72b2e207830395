import type { CancellationToken } from "vscode-languageserver";
import type { Reference } from "../../../../schemas/references.js";
import { variantsOfType, type Variant } from "../../../../schemas/variants.js";
import type { ConnectionsParams, KnownConnection } from "../../../protocol/messages.js";
import type { SetupFile } from "../../document/setupFile.js";
import { describeField, describeReference, describeVariant, fieldHeading } from "../describe.js";
import type { KnownField } from "../fieldAt.js";
import { inertCode } from "../inert.js";
import type { ClientQueries } from "../support.js";

/** Whom to ask for what a file does not say. */
export interface Asking {
  readonly uri: string;
  readonly queries: ClientQueries;
  readonly token: CancellationToken;
}

/** A field: its meaning, and how much of its limit is used, counted in code points. */
export function aboutField({ field, inSetup, variants }: KnownField, file: SetupFile, property: object): readonly string[] {
  const text = file.values.find((value) => value.property.node === property)?.text;
  const used = text === undefined || field.maxLength === undefined ? undefined : `${[...text].length} of ${field.maxLength} used`;
  const heading = inSetup ? fieldHeading(field, variants) : `**\`${field.name}\`** · setup file`;
  return [heading, ...describeField(field, used)];
}

/** The type of a setup: the variant that is chosen, or each that the type can mean. */
export function aboutType({ setup }: SetupFile, { field }: KnownField): readonly string[] {
  const type = setup?.type?.value?.value;
  const ofType = typeof type === "string" ? variantsOfType(type) : [];
  const chosen = setup?.choice.kind === "chosen" && !setup.choice.typeOmitted ? setup.choice.variant : undefined;
  if (ofType.length === 0) return [`**\`${field.name}\`**`, field.description];
  if (!chosen) return [`**\`${ofType[0]?.type ?? ""}\`** · one of:`, list(ofType)];
  const others = ofType.filter((variant) => variant !== chosen);
  return [...describeVariant(chosen), ...(others.length > 0 ? [`Other fields make it another ${chosen.type} setup:`, list(others)] : [])];
}

function list(variants: readonly Variant[]): string {
  return variants.map(({ title, fields }) => `- ${title}: ${fields.map(({ name }) => `\`${name}\``).join(", ")}`).join("\n");
}

/** A reference, and whether there is something to put in its place. Never what that is. */
export async function aboutReference({ kind, name }: Reference, { uri, queries, token }: Asking): Promise<readonly string[]> {
  const known = await queries.names({ kind, uri, among: [name] }, token);
  const state = known?.names ? (known.names.includes(name) ? STATES[kind].set : STATES[kind].notSet) : "";
  return [`**${inertCode(`\${${kind}:${name}}`, 200)}**${state === "" ? "" : ` · ${state}`}`, describeReference(kind)];
}

const STATES: Readonly<Record<Reference["kind"], { readonly set: string; readonly notSet: string }>> = {
  env: { set: "set", notSet: "not set" },
  secret: { set: "stored", notSet: "not stored" },
  file: { set: "found", notSet: "not found" },
};

/** The connection a file names, as the client knows it. */
export async function aboutConnection({ id, tenant }: SetupFile, { queries, token }: Asking): Promise<readonly string[]> {
  const value = id?.value?.value;
  if (typeof value !== "string" || value === "") return [];
  const host = tenant?.value?.value;
  const params: ConnectionsParams = typeof host === "string" && host.trim() !== "" ? { id: value, tenant: host } : { id: value };
  const known = await queries.connections(params, token);
  if (!known) return [];
  if (known.connections.length === 0) return [known.incomplete ? "Not among the connections loaded so far." : "No connection with this id is known."];
  return known.connections.map(describeConnection);
}

function describeConnection({ name, app, ready, tenant, tenantName }: KnownConnection): string {
  return `${inertCode(name, 150)} · application ${inertCode(app)} · ${ready ? "ready" : "not ready"} · tenant ${inertCode(tenantName)} (${inertCode(tenant, 253)})`;
}

/** The tenant a file names, as the client knows it. */
export async function aboutTenant({ tenant }: SetupFile, { queries, token }: Asking): Promise<readonly string[]> {
  const host = tenant?.value?.value;
  if (typeof host !== "string" || host === "") return [];
  const known = await queries.connections({ tenant: host }, token);
  const match = known?.tenants.find((candidate) => candidate.host.toLowerCase() === host.toLowerCase());
  if (!known) return [];
  return [match ? `This is ${inertCode(match.name)}.` : "No tenant with this host is known here."];
}
