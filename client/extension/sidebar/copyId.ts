import * as vscode from "vscode";
import type { ConnectionNode } from "../tenants/nodes.js";
import type { Services } from "../services.js";

export async function copyNames(_services: unknown, rows: readonly ConnectionNode[]): Promise<void> {
  await copy(rows.map(({ connection }) => connection.name));
}

export async function copyIds(_services: unknown, rows: readonly ConnectionNode[]): Promise<void> {
  await copy(rows.map(({ connection }) => connection.id));
}

export async function copySelected(services: Services): Promise<void> {
  await copyIds(services, await services.sidebar.chosen());
}

export async function copy(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await vscode.env.clipboard.writeText(lines.join("\n"));
}
