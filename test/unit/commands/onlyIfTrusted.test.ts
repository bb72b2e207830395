import { beforeEach, expect, it, vi } from "vitest";
import { onlyIfTrusted } from "../../../client/extension/calledOn.js";

const window = vi.hoisted(() => ({ warnings: [] as unknown[][], executed: [] as unknown[] }));
const workspace = vi.hoisted(() => ({ isTrusted: false }));

vi.mock("vscode", () => ({
  workspace,
  // Anyone who is shown a message presses its button.
  window: { showWarningMessage: (...given: unknown[]) => Promise.resolve(window.warnings.push(given) && given.at(-1)) },
  commands: { executeCommand: (id: string) => Promise.resolve(window.executed.push(id)) },
}));

const services = {} as Parameters<ReturnType<typeof onlyIfTrusted>>[0];

beforeEach(() => {
  Object.assign(window, { warnings: [], executed: [] });
});

it.each([
  ["addTenant", "To add a tenant, trust this workspace."],
  ["storeSecret", "To store a secret, trust this workspace."],
  ["push", "To push, trust this workspace."],
] as const)(
  "refuses %s in Restricted Mode by its name, and leads to the workspace's trust",
  async (action, sentence) => {
    const command = vi.fn();
    workspace.isTrusted = false;
    await onlyIfTrusted(action, command)(services);
    expect([command.mock.calls, window.warnings]).toEqual([[], [[sentence, "Manage Workspace Trust"]]]);
    expect(window.executed).toEqual(["workbench.trust.manage"]);
    workspace.isTrusted = true;
    await onlyIfTrusted(action, command)(services, "given");
    expect(command).toHaveBeenCalledExactlyOnceWith(services, "given");
  },
);
