import * as vscode from "vscode";
import type { HistoryLine } from "../../core/push/history.js";
import type { ConnectionNode } from "../tenants/nodes.js";
import type { Services } from "../services.js";

/** Puts the names of connections on the clipboard, a line each. */
export async function copyNames(_services: unknown, rows: readonly ConnectionNode[]): Promise<void> {
  await copy(rows.map(({ connection }) => connection.name));
}

/** Puts the ids of connections on the clipboard, a line each. */
export async function copyIds(_services: unknown, rows: readonly ConnectionNode[]): Promise<void> {
  await copy(rows.map(({ connection }) => connection.id));
}

/** Puts the id of the connection that a push went to on the clipboard. */
export async function copyPushedId(_services: unknown, { id }: HistoryLine): Promise<void> {
  await copy([id]);
}

/** The same for the connections that a key means. */
export async function copySelected(services: Pick<Services, "sidebar">): Promise<void> {
  await copyIds(services, await services.sidebar.chosen());
}

async function copy(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await vscode.env.clipboard.writeText(lines.join("\n"));
}
