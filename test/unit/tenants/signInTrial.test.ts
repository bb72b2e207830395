import { describe, expect, it } from "vitest";
import { type Fault, serviceError } from "../../../client/core/service/errors/errors.js";
import { signInTrial } from "../../../client/extension/tenants/signInTrial.js";
import type { Services } from "../../../client/extension/services.js";
import { editor } from "../vscode.js";

const SIGNAL = new AbortController().signal;
const REFUSED: Fault = { kind: "sign-in", fault: "refused", serviceMessage: undefined, method: "clientCredentials" };

/** A trial whose sign-in ends like this; each try may have another secret. */
function trial(result: Fault | "lacks-update-scope" | undefined, readOnly = false) {
  let secret = "one";
  const tryOut = () =>
    typeof result === "object"
      ? Promise.reject(serviceError(result, { operation: "list", host: "acme.example.com", sent: "no" }))
      : Promise.resolve(result);
  const services: object = { sessions: { tryOut } };
  const answers = (): object => ({
    tenant: { name: "Acme", readOnly, signIn: {} },
    secret: { kind: "accessToken", secret },
  });
  const made = signInTrial(services as Services, answers as Parameters<typeof signInTrial>[1]);
  return { made, change: () => (secret = "another"), problem: () => made.problem(SIGNAL) };
}

describe("a sign-in that's tried before it's saved", () => {
  it.each([REFUSED, { kind: "unauthorized", status: 401 } as const])("ends with %j each time", async (fault) => {
    const { problem } = trial(fault);
    expect(await problem()).toMatch(/Acme/);
    expect(await problem()).toBe(await problem());
  });

  it("says once for each secret that a tenant can't be reached", async () => {
    const { problem, change } = trial({ kind: "name-not-found" });
    expect(await problem()).toMatch(/couldn't be resolved\..+ To continue anyway, press Enter again\.$/);
    change();
    expect(await problem()).toMatch(/press Enter again/);
    expect(await problem()).toBeUndefined();
  });

  it.each([
    ["lacks-update-scope", false, 1],
    ["lacks-update-scope", true, 0],
    [undefined, false, 0],
  ] as const)("warns of a missing scope: %s, read-only %s", async (result, readOnly, messages) => {
    const { made, problem } = trial(result, readOnly);
    expect(await problem()).toBeUndefined();
    made.warn();
    expect(editor.messages).toHaveLength(messages);
  });
});
