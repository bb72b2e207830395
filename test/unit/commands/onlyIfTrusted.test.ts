import { beforeEach, expect, it, vi } from "vitest";
import { onlyIfTrusted } from "../../../client/extension/calledOn.js";
import { editor, vscode } from "../vscode.js";

const services = {} as Parameters<ReturnType<typeof onlyIfTrusted>>[0];

beforeEach(() => {
  editor.press = (message) => message.at(-1);
});

it.each([
  ["addTenant", "To add a tenant, trust this workspace."],
  ["storeSecret", "To store a secret, trust this workspace."],
  ["push", "To push, trust this workspace."],
] as const)(
  "refuses %s in Restricted Mode by its name, and leads to the workspace's trust",
  async (action, sentence) => {
    const command = vi.fn();
    vscode.workspace.isTrusted = false;
    await onlyIfTrusted(action, command)(services);
    expect([command.mock.calls, editor.messages]).toEqual([[], [[sentence, "Manage Workspace Trust"]]]);
    expect(editor.executed).toEqual([["workbench.trust.manage"]]);
    vscode.workspace.isTrusted = true;
    await onlyIfTrusted(action, command)(services, "given");
    expect(command).toHaveBeenCalledExactlyOnceWith(services, "given");
  },
);
