import * as l10n from "@vscode/l10n";
import type { CancellationToken, Hover, HoverParams, Position } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { providerOf, type Reference, referenceText } from "../../../schemas/references.js";
import { daysUntil, describeEnd } from "../../../schemas/judgements.js";
import { type Variant, variantsOfType } from "../../../schemas/variants.js";
import type { ConnectionsParams, KnownConnection } from "../../protocol/messages.js";
import type { ClientQueries } from "../client/languageClient.js";
import { type JsonNode, nodesAt, rangeBetween, rangeOf } from "../document/jsonTree.js";
import { accepts } from "../document/fieldValues.js";
import { referenceAt } from "../document/placedReferences.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import {
  describeField,
  describeFieldIn,
  describeReference,
  describeVariant,
  inertCode,
  knownField,
  type KnownField,
  toMarkup,
} from "./describe.js";
import type { Feature } from "./feature.js";

/** Explains the token under the pointer. */
export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register(connection, { client, answerAbout }) {
    connection.onHover(
      answerAbout("Hover", null, (document, { position }: HoverParams, token) =>
        hoverAt({ document, position, client, token }),
      ),
    );
  },
};

export interface HoverRequest {
  readonly document: TextDocument;
  readonly position: Position;
  readonly client: ClientQueries;
  readonly token: CancellationToken;
}

/** The hover at a position. It never shows a value. @returns null for an unknown token. */
export async function hoverAt(request: HoverRequest): Promise<Hover | null> {
  const { document, position, client } = request;
  const file = setupFileOf(document);
  const offset = document.offsetAt(position);
  const nodes = nodesAt(file.tree, offset);
  const node = nodes.at(-1);
  if (!node || node.children) return null;
  const reference = node.type === "string" ? referenceAt(file, offset) : undefined;
  const formats = client.support.capabilities.textDocument?.hover?.contentFormat;
  if (reference) {
    const blocks = await aboutReference(reference.reference, request);
    return { contents: toMarkup(blocks, formats), range: rangeBetween(document, reference.start, reference.end) };
  }
  const property = nodes.findLast(({ type }) => type === "property");
  const known = property && knownField(file, property);
  if (!known) return null;
  const blocks = await blocksFor(known, file, property, request);
  return { contents: toMarkup(blocks, formats), range: rangeOf(document, node) };
}

async function blocksFor(
  known: KnownField,
  file: SetupFile,
  property: JsonNode,
  request: HoverRequest,
): Promise<readonly string[]> {
  const { field, inSetup } = known;
  if (inSetup && field.name === "type") return aboutType(file, known);
  const about = aboutField(known, file, property);
  if (inSetup) return about;
  if (field.name === "id") return [...about, ...(await aboutConnection(file, request))];
  if (field.name === "tenant") return [...about, ...(await aboutTenant(file, request))];
  if (field.name === "setup" && file.setup?.choice.kind === "chosen")
    return [...about, ...describeVariant(file.setup.choice.variant)];
  return about;
}

/** Explains a field and how much of its limit is used, in code points. */
function aboutField({ field, inSetup, variants }: KnownField, file: SetupFile, property: object): readonly string[] {
  const text = file.values.find((value) => value.property.node === property)?.text;
  const used = text === undefined ? undefined : [...text].length;
  if (inSetup) return describeFieldIn(variants, field.name, used);
  const end = field.format === "full-date" && text !== undefined && accepts(field, text);
  const days = end ? [l10n.t("The credential {0}.", describeEnd(daysUntil(text, Date.now())))] : [];
  return [`**\`${field.name}\`** · ${l10n.t("setup file")}`, ...days, ...describeField(field, used)];
}

/** Explains a setup's type: the chosen variant, or all that the type can mean. */
function aboutType({ setup }: SetupFile, { field }: KnownField): readonly string[] {
  const type = setup?.type?.value?.value;
  const ofType = typeof type === "string" ? variantsOfType(type) : [];
  const chosen = setup?.choice.kind === "chosen" && !setup.choice.typeOmitted ? setup.choice.variant : undefined;
  if (ofType.length === 0) return [`**\`${field.name}\`**`, l10n.t(field.description)];
  if (!chosen) return [`**\`${ofType[0]?.type ?? ""}\`** · ${l10n.t("one of:")}`, list(ofType)];
  const others = ofType.filter((variant) => variant !== chosen);
  return [
    ...describeVariant(chosen),
    ...(others.length > 0
      ? [l10n.t("Other properties make it a different {0} setup:", chosen.type), list(others)]
      : []),
  ];
}

function list(variants: readonly Variant[]): string {
  return variants
    .map(({ title, fields }) => `- ${l10n.t(title)}: ${fields.map(({ name }) => `\`${name}\``).join(", ")}`)
    .join("\n");
}

/** Explains a reference. Never shows its value. */
async function aboutReference(
  { kind, name }: Reference,
  { document: { uri }, client, token }: HoverRequest,
): Promise<readonly string[]> {
  const provider = kind === "provider" ? providerOf(name).provider : undefined;
  const named = provider ?? name;
  const known = await client.names({ kind, uri, among: [named] }, token);
  const state = known?.names ? STATES[kind](known.names.includes(named)) : "";
  return [
    `**${inertCode(referenceText({ kind, name }), 200)}**${state === "" ? "" : ` · ${state}`}`,
    describeReference(kind, provider),
  ];
}

const STATES: Readonly<Record<Reference["kind"], (isThere: boolean) => string>> = {
  env: (isThere) => (isThere ? l10n.t("set") : l10n.t("not set")),
  secret: (isThere) => (isThere ? l10n.t("stored") : l10n.t("not stored")),
  file: (isThere) => (isThere ? l10n.t("found") : l10n.t("not found")),
  provider: (isThere) => (isThere ? l10n.t("provider defined") : l10n.t("provider not defined")),
};

async function aboutConnection({ id, tenant }: SetupFile, { client, token }: HoverRequest): Promise<readonly string[]> {
  const value = id?.value?.value;
  if (typeof value !== "string" || value === "") return [];
  const host = tenant?.value?.value;
  const params: ConnectionsParams =
    typeof host === "string" && host.trim() !== "" ? { id: value, tenant: host } : { id: value };
  const known = await client.connections(params, token);
  if (!known) return [];
  if (known.connections.length === 0)
    return [
      known.incomplete
        ? l10n.t("This connection isn't among those loaded so far.")
        : l10n.t("No connection with this ID is known."),
    ];
  return known.connections.map(describeConnection);
}

function describeConnection({ name, app, ready, tenant, tenantName }: KnownConnection): string {
  const parts = [
    l10n.t("application {0}", inertCode(app)),
    ready ? l10n.t("ready") : l10n.t("not ready"),
    l10n.t("tenant {0} ({1})", inertCode(tenantName), inertCode(tenant, 253)),
  ];
  return [inertCode(name, 150), ...parts].join(" · ");
}

async function aboutTenant({ tenant }: SetupFile, { client, token }: HoverRequest): Promise<readonly string[]> {
  const host = tenant?.value?.value;
  if (typeof host !== "string" || host === "") return [];
  const known = await client.connections({ tenant: host }, token);
  const match = known?.tenants.find((candidate) => candidate.host.toLowerCase() === host.toLowerCase());
  if (!known) return [];
  return [match ? l10n.t("This is {0}.", inertCode(match.name)) : l10n.t("None of your tenants has this host.")];
}
