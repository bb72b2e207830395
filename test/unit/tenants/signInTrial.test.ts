import { expect, it } from "vitest";
import { signInTrial } from "../../../client/extension/tenants/signInTrial.js";
import type { Services } from "../../../client/extension/commandTargets.js";
import { editor } from "../vscode.js";

it.each([
  ["lacks-update-scope", false, 1],
  ["lacks-update-scope", true, 0],
  [undefined, false, 0],
])("warns of a missing scope after a sign-in that was tried: %s, read-only %s", async (missing, readOnly, messages) => {
  const services: object = { sessions: { tryOut: () => Promise.resolve(missing) } };
  const answers = (): object => ({
    tenant: { name: "Acme", readOnly, signIn: {} },
    secret: { kind: "accessToken", secret: "one" },
  });
  const trial = signInTrial(services as Services, answers as Parameters<typeof signInTrial>[1]);
  expect(await trial.problem(new AbortController().signal)).toBeUndefined();
  trial.warn();
  expect(editor.messages).toHaveLength(messages);
});
