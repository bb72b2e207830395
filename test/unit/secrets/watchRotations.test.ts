import { expect, it, vi } from "vitest";
import type { Uri } from "vscode";
import { watchRotations } from "../../../client/extension/rotation/rotations.js";
import type { Services } from "../../../client/extension/commandTargets.js";
import { editor, vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

it("continues to watch rotations after an error message", async () => {
  editor.press = () => new Promise(() => undefined);
  vscode.workspace.isTrusted = true;
  const changed = new vscode.EventEmitter<Uri[]>();
  const of = vi.fn().mockRejectedValueOnce(new Error("once")).mockResolvedValue({ kind: "inSync" });
  const services = partOf<Services>({
    log: { error: () => undefined },
    rotations: { open: [], of: () => undefined },
    fileStates: { onDidChange: changed.event, of },
  });
  watchRotations(services);
  for (const calls of [1, 2]) {
    changed.fire([vscode.Uri.parse("file:///a")]);
    await expect.poll(() => of).toHaveBeenCalledTimes(calls);
  }
});
