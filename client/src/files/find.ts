import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";

/** The workspace's setup files for a connection: those with its id, and with its tenant or none. */
export async function findSetupFiles(id: string, tenantHost: string): Promise<readonly vscode.Uri[]> {
  const files = await vscode.workspace.findFiles("**/*.vaultconn.json", "**/node_modules/**");
  const fitting = await Promise.all(files.map(async (file) => ((await names(file, id, tenantHost)) ? file : undefined)));
  return fitting.filter((file) => file !== undefined).sort((a, b) => a.path.localeCompare(b.path));
}

async function names(file: vscode.Uri, id: string, tenantHost: string): Promise<boolean> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const root = text.includes(id) ? parseTree(text) : undefined;
  if (!root) return false;
  const value = (property: string): unknown => findNodeAtLocation(root, [property])?.value;
  return value("id") === id && (value("tenant") ?? tenantHost) === tenantHost;
}
