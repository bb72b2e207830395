import * as vscode from "vscode";
import type { Contexts } from "../contributions/contexts.js";
import { inBackground } from "./inBackground.js";

/** Tells VS Code what `when` clauses of the manifest ask for. */
export function setContext<Key extends keyof Contexts>(key: Key, value: Contexts[Key]): void {
  inBackground("update-view", () => vscode.commands.executeCommand("setContext", `vaultconn.${key}`, value));
}
