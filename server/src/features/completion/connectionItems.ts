import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver";
import type { ConnectionsParams, KnownConnection } from "../../../protocol/messages.js";
import { quote, separatorAt, unquoted } from "../insertion.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import type { CompletionRequest, Items, Target } from "./items.js";
import { stringValueOf, type Scope } from "./scope.js";

/**
 * Adds the ids that the client knows. In a file without `tenant`, accepting one also inserts its tenant, so that the
 * file can't be pushed elsewhere.
 */
export async function addIds(
  items: Items,
  { root }: Scope,
  target: Target,
  { client, token }: CompletionRequest,
): Promise<void> {
  const query = target.text.slice(target.start, target.cursor).replace(/^"/, "");
  const known = await client.connections(
    { ...within(stringValueOf(root, "tenant")), ...(query !== "" && { query }) },
    token,
  );
  const addsTenant = !root.some(({ key }) => key.text === "tenant");
  for (const connection of known?.connections ?? []) {
    items.add({
      label: sanitizeText(connection.id),
      kind: CompletionItemKind.Reference,
      detail: detailOf(connection),
      filter: sanitizeText(`${connection.id} ${connection.name} ${connection.app}`, 300),
      ...(addsTenant
        ? { replaces: "token", text: [withTenant(connection, target)] }
        : { replaces: "content", text: [unquoted(connection.id)] }),
    });
  }
  items.isIncomplete = known !== undefined && (known.incomplete || query !== "");
}

/** Adds the tenants that the client knows. The one with the file's connection comes first. */
export async function addTenants(items: Items, { root }: Scope, { client, token }: CompletionRequest): Promise<void> {
  const id = stringValueOf(root, "id");
  const known = await client.connections(id ? { id } : {}, token);
  const hasIt = (host: string): boolean =>
    id !== undefined &&
    (known?.connections.some((connection) => connection.id === id && connection.tenant === host) ?? false);
  const tenants = [...(known?.tenants ?? [])].sort((a, b) => Number(hasIt(b.host)) - Number(hasIt(a.host)));
  for (const { host, name } of tenants) {
    items.add({
      label: sanitizeText(host, 253),
      kind: CompletionItemKind.Reference,
      detail: sanitizeText(name),
      filter: sanitizeText(`${host} ${name}`, 400),
      replaces: "content",
      text: [unquoted(host)],
    });
  }
}

export async function addCurrentName(
  items: Items,
  { root }: Scope,
  { client, token }: CompletionRequest,
): Promise<void> {
  const id = stringValueOf(root, "id");
  if (!id) return;
  const known = await client.connections({ id, ...within(stringValueOf(root, "tenant")) }, token);
  for (const { name } of known?.connections ?? []) {
    items.add({
      label: sanitizeText(name, 150),
      kind: CompletionItemKind.Text,
      detail: l10n.t("current name"),
      replaces: "content",
      text: [unquoted(name)],
    });
  }
}

function within(tenant: string | undefined): ConnectionsParams {
  return tenant === undefined || tenant.trim() === "" ? {} : { tenant };
}

/** "Salesforce · SALESFORCE · not ready · Acme". */
function detailOf({ name, app, ready, tenantName }: KnownConnection): string {
  return [
    sanitizeText(name),
    sanitizeText(app),
    ready ? l10n.t("ready") : l10n.t("not ready"),
    sanitizeText(tenantName),
  ].join(" · ");
}

function withTenant({ id, tenant }: KnownConnection, { text, propertyStart, commaAfter }: Target): string {
  return `${quote(id)}${separatorAt(text, propertyStart)}"tenant": ${quote(tenant)}${commaAfter ? "," : ""}`;
}
