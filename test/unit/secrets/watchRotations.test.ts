import { expect, it, vi } from "vitest";
import { watchRotations } from "../../../client/extension/secrets/rotations.js";
import { vscode } from "../vscode.js";

it("rotations are watched on after a failure whose message stays open", async () => {
  vi.spyOn(vscode.window, "showErrorMessage").mockReturnValue(new Promise<never>(() => undefined));
  vscode.workspace.isTrusted = true;
  const changed = new vscode.EventEmitter<unknown[]>();
  const of = vi.fn().mockRejectedValueOnce(new Error("once")).mockResolvedValue({ kind: "inSync" });
  const services = {
    log: { error: () => undefined },
    rotations: { open: [], covers: () => false },
    fileStates: { onDidChange: changed.event, of },
  };
  watchRotations(services as never);
  for (const calls of [1, 2]) {
    changed.fire([vscode.Uri.parse("file:///a")]);
    await vi.waitFor(() => {
      expect(of).toHaveBeenCalledTimes(calls);
    }, 5000);
  }
});
