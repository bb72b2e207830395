import { expect, it } from "vitest";
import type { TextDocument } from "vscode";
import { pushFile } from "../../../client/extension/push/runPushes.js";
import type { PushServices } from "../../../client/extension/push/pushServices.js";
import { vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

it("begins one push of a file at a time, up to its review", async () => {
  const inspected: { readonly path: string; readonly answer: (file: null) => void }[] = [];
  const services = partOf<PushServices>({
    fileStates: {
      inspect: ({ path }) => new Promise((resolve) => inspected.push({ path, answer: resolve })),
    },
  });
  const push = (path: string) => {
    return pushFile(
      services,
      partOf<TextDocument>({ uri: vscode.Uri.file(path), encoding: "utf8", isDirty: false, version: 1 }),
    );
  };
  // A double click, then another file, and the first again once its push has ended.
  const first = push("/a.vaultconn.json");
  await push("/a.vaultconn.json");
  const other = push("/b.vaultconn.json");
  expect(inspected.map(({ path }) => path)).toEqual(["/a.vaultconn.json", "/b.vaultconn.json"]);
  for (const { answer } of inspected) answer(null);
  await Promise.all([first, other]);
  const again = push("/a.vaultconn.json");
  expect(inspected).toHaveLength(3);
  inspected[2]?.answer(null);
  await again;
});
