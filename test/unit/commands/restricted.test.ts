import type { Disposable } from "vscode";
import { expect, it } from "vitest";
import { HANDLERS, registerCommands } from "../../../client/extension/commands.js";
import { editor, vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

/** Those that send or read values, whatever becomes of others. */
const REFUSED = "signIn push pushAll rename checkPush compareWithService storeSecret compareValues findValue"
  .split(" ")
  .map((name) => `vaultconn.${name}`);

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
  const refused = Object.entries(HANDLERS).flatMap(([id, { needsTrust }]) => (needsTrust ? id : []));
  expect(refused).toEqual(expect.arrayContaining(REFUSED));
  for (const id of refused) await commands.get(id)?.();
  const told = expect.stringMatching(/^To .+, trust this workspace\.$/) as string;
  expect(editor.messages).toEqual(refused.map(() => [told, "Manage Workspace Trust"]));
  expect(editor.executed).toEqual(refused.map(() => ["workbench.trust.manage"]));
});
