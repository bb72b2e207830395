import type { Disposable } from "vscode";
import { expect, it } from "vitest";
import { registerCommands } from "../../../client/extension/commands.js";
import { editor, vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

/** The commands that contact no tenant, read no values, and change nothing that's stored. */
const ALLOWED = [
  ..."filter row.filter clearFilter groupByApplication ungroup sortByName sortByLastChange collapseAll".split(" "),
  ..."newSetupFile openSetupFile copyId copyName showRecord openInBrowser fileActions showLog".split(" "),
  ..."reportIssue getStarted restartLanguageServer".split(" "),
].map((name) => `vaultconn.${name}`);

it("refuses commands in Restricted Mode, except those that contact no tenant", async () => {
  const commands = new Map<string, () => Promise<void>>();
  const register = (id: string, run: () => Promise<void>): Disposable => {
    commands.set(id, run);
    return new vscode.Disposable(() => undefined);
  };
  Object.assign(vscode.commands, { registerCommand: register });
  registerCommands(partOf<Parameters<typeof registerCommands>[0]>({}));
  vscode.workspace.isTrusted = false;
  editor.press = (message) => message.at(-1);
  const refused = [...commands.keys()].filter((id) => ![...ALLOWED, "_vaultconn.copyScope"].includes(id));
  expect(refused).toHaveLength(commands.size - ALLOWED.length - 1);
  for (const id of refused) await commands.get(id)?.();
  const told = expect.stringMatching(/^To .+, trust this workspace\.$/) as string;
  expect(editor.messages).toEqual(refused.map(() => [told, "Manage Workspace Trust"]));
  expect(editor.executed).toEqual(refused.map(() => ["workbench.trust.manage"]));
});
