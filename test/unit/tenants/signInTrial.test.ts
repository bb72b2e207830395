import { expect, it } from "vitest";
import { signInTrial } from "../../../client/extension/tenants/signInTrial.js";
import type { PreflightFailure } from "../../../client/core/service/signIn/claims.js";
import type { Services } from "../../../client/extension/commandTargets.js";
import { editor } from "../vscode.js";
import { partOf } from "../partOf.js";

it.each<[PreflightFailure | undefined, boolean, number]>([
  ["lacks-update-scope", false, 1],
  ["lacks-update-scope", true, 0],
  [undefined, false, 0],
])("warns of a missing scope after a sign-in that was tried: %s, read-only %s", async (missing, readOnly, messages) => {
  const services = partOf<Services>({ sessions: { tryOut: () => Promise.resolve(missing) } });
  const answers = partOf<Parameters<typeof signInTrial>[1]>(() => ({
    tenant: { name: "Acme", readOnly, signIn: {} },
    secret: { kind: "accessToken", secret: "one" },
  }));
  const trial = signInTrial(services, answers);
  expect(await trial.problem(new AbortController().signal)).toBeUndefined();
  trial.warn();
  expect(editor.messages).toHaveLength(messages);
});
