import * as vscode from "vscode";
import { asConnectionNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";

/** Puts the name of a connection on the clipboard. */
export async function copyName(_services: Services, argument?: unknown): Promise<void> {
  const node = asConnectionNode(argument);
  if (node) await vscode.env.clipboard.writeText(node.connection.name);
}

/** Puts the id of a connection on the clipboard. */
export async function copyId(_services: Services, argument?: unknown): Promise<void> {
  const node = asConnectionNode(argument);
  if (node) await vscode.env.clipboard.writeText(node.connection.id);
}
