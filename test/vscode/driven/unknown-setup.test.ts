import { describe, expect, it } from "vitest";

import { canary, useService, dialog, notifications, quickInput, useVsCode, workbench } from "./window.js";

const NEW_TYPE = "new.vaultconn.json";
const OTHER_FILES = {
  "a property": { setup: { type: "BEARER", token: "${env:PATH}", audience: "${env:PATH}" } },
  "a missing property": { setup: { type: "OAUTH_CLIENT_CREDENTIALS", client_id: "${env:PATH}" } },
  "an allowed value": { setup: { type: "API_KEY", name: "k", value: "${env:PATH}", in: "COOKIE" } },
  "a limit": { setup: { type: "BASIC_AUTH", username: "u".repeat(5000), password: "${env:PATH}" } },
  "an error outside the setup": { names: "x", setup: { type: "OAUTH_PKCE" } },
};
const SECRETS = ["canary-new-id-7f3a", "canary-new-item-1c9d", "canary-new-place-b24e"].map(canary);
const [ID, ITEM, PLACE] = SECRETS;
const REFUSAL = /^Fix \d problems? in .+ before you push\./;

/** One story: a production tenant, whose service knows a type that this version doesn't. */
describe("a setup that this version doesn't know", () => {
  const service = useService("Acme", { production: true });
  const setup = { type: "OAUTH_PKCE", client_id: ID, more: { list: [ITEM] }, in: PLACE };
  useVsCode(() => ({
    environment: service.environment(),
    workspace: Object.fromEntries(
      Object.entries({ [NEW_TYPE]: { setup }, ...OTHER_FILES }).map(([name, content], at) => [
        `${name.replace(".vaultconn.json", "")}.vaultconn.json`,
        service.file(at, content),
      ]),
    ),
  }));

  async function pushAnyway(): Promise<void> {
    await workbench.push(NEW_TYPE);
    expect(await notifications.buttons(REFUSAL)).toEqual(["Show Problems", "Push Anyway…"]);
    await notifications.press(REFUSAL, "Push Anyway…");
  }

  async function confirm(): Promise<void> {
    await dialog.press("Push");
    await quickInput.answer("Push to Acme", service.nameOf(0));
  }

  it("is pushed after Push Anyway, a review that says so, and the usual confirmation", async () => {
    await pushAnyway();
    const review = await dialog.read();
    expect(review.detail).toMatch(/^⚠ "OAUTH_PKCE" isn't a type that this version knows\. The service decides whether/);
    expect(review.primary).toBe("Show Changes");
    const message = `The property setup.client_id is wrong: ${SECRETS.join(" ")}`;
    service().faults.add({ kind: "reply", status: 400, body: JSON.stringify({ message }) }, { operation: "update" });
    await confirm();
    await notifications.waitFor(/setup\.client_id/);
    expect(service.bodies()).toEqual([JSON.stringify({ setup })]);
  });

  it("is asked about again at the next push, and verified if the response is lost", async () => {
    await notifications.dismissAll();
    service().faults.add({ kind: "silence", how: "reset", when: "before" }, { operation: "update" });
    await pushAnyway();
    await confirm();
    await notifications.waitFor("Not applied yet");
  });

  it.each(Object.keys(OTHER_FILES))("may differ in %s", async (name) => {
    await notifications.dismissAll();
    await workbench.push(`${name}.vaultconn.json`);
    await notifications.waitFor(REFUSAL);
    const offered = name === "an error outside the setup" ? [] : ["Push Anyway…"];
    expect(await notifications.buttons(REFUSAL)).toEqual(["Show Problems", ...offered]);
  });
});
