import { expect, it, vi } from "vitest";
import { Rotations } from "../../../client/core/push/state/openRotations.js";
import {
  offerOpenRotations,
  reportReplacedValues,
  watchRotations,
} from "../../../client/extension/rotation/rotations.js";
import type { Services } from "../../../client/extension/services.js";
import { TextStorage } from "../storage.js";
import { editor, vscode } from "../vscode.js";

it("continues to watch rotations after an error message", async () => {
  vi.spyOn(vscode.window, "showErrorMessage").mockReturnValue(new Promise<never>(() => undefined));
  vscode.workspace.isTrusted = true;
  const changed = new vscode.EventEmitter<unknown[]>();
  const of = vi.fn().mockRejectedValueOnce(new Error("once")).mockResolvedValue({ kind: "inSync" });
  const services: object = {
    log: { error: () => undefined },
    rotations: { open: [], of: () => undefined },
    fileStates: { onDidChange: changed.event, of },
  };
  watchRotations(services as Services);
  for (const calls of [1, 2]) {
    changed.fire([vscode.Uri.parse("file:///a")]);
    await expect.poll(() => of).toHaveBeenCalledTimes(calls);
  }
});

it("counts a rotation's files by state until the last push", async () => {
  class Location {
    constructor(readonly uri: unknown) {}
  }
  Object.assign(vscode, { Location });
  vscode.workspace.isTrusted = true;
  const reference = { kind: "secret", name: "KEY" } as const;
  const [storage, history] = [new TextStorage(), { lines: [] as object[] }];
  const behind = new Set(["a", "b", "new"]);
  const nameIn = (file: { readonly path: string }) => /(\w+)\.vaultconn/.exec(file.path)?.[1] ?? "";
  const uses = ["a", "b", "c", "gone", "new"].map((name) => `file:///${name}.vaultconn.json`);
  const range = { start: {}, end: {} };
  const of = (file: { readonly path: string }) => {
    const name = nameIn(file);
    if (name === "gone" || name === "new") return Promise.resolve({ kind: name });
    return Promise.resolve({
      kind: "pushed",
      values: { replaced: behind.has(name) ? [reference] : [], notCompared: [] },
    });
  };
  const services: object = {
    history,
    rotations: new Rotations(storage),
    fileStates: { of, inspect: () => Promise.resolve(null) },
    setupFiles: { namedBy: () => undefined },
    languageServer: {
      request: () => Promise.resolve({ uses: [{ name: "KEY", locations: uses.map((uri) => ({ uri, range })) }] }),
    },
  };
  const message = () => editor.messages.splice(0).map(([text]) => text);

  await reportReplacedValues(services as Services, [reference]);
  await expect.poll(() => message()).toEqual([expect.stringMatching(/^KEY has a new value\. 2 files use it\./)]);
  behind.delete("a");
  const next: object = { ...services, rotations: new Rotations(storage) };
  await offerOpenRotations(next as Services);
  expect(message()).toEqual([
    expect.stringMatching(/^New value of KEY: 2 of 3 files pushed\. Remaining: b\.vaultconn/),
  ]);
  const { id } = new Rotations(storage).partOf([reference]) ?? {};
  history.lines = [{ outcome: "done", rotation: { id } }];
  behind.delete("b");
  await offerOpenRotations(next as Services);
  expect(message()).toEqual(["KEY: all 3 files that use it were pushed with the new value."]);
  await offerOpenRotations(next as Services);
  expect([message(), new Rotations(storage).open]).toEqual([[], []]);
});
