import { expect, it } from "vitest";
import { nextInSample } from "../../../client/extension/sample/sample.js";
import { vscode } from "../vscode.js";

it("leads from each sample to the next, and from the last to a tenant", () => {
  const [mistake, drift, lostAnswer] = ["a", "b", "c"].map((name) => vscode.Uri.parse(`file:///${name}`));
  if (!mistake || !drift || !lostAnswer) throw new Error("Three files are needed.");
  const sample = { folder: mistake, tries: 1, files: { mistake, drift, lostAnswer } };
  const next = (pushed: string) => {
    const { sentence, command } = nextInSample({ sample }, pushed) ?? {};
    return [sentence, command?.title, command?.command, command?.arguments?.[0] as unknown];
  };
  expect([mistake, drift, lostAnswer].map((file) => next(file.toString()))).toEqual([
    ["", "See What Happens If Someone Else Changes It", "vscode.open", drift],
    ["", "See What Happens If the Response Is Lost", "vscode.open", lostAnswer],
    ["You've seen all three samples.", "Add Tenant…", "vaultconn.addTenant", undefined],
  ]);
  expect(next("file:///other")).toEqual([undefined, undefined, undefined, undefined]);
});
