import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { LOCK_FILE, lockText } from "../../../client/core/lock/lockFile.js";
import { type RecordedRequest } from "../../service/http/request-log.js";
import { exactly } from "../drive/dom.js";
import { untilValue } from "../drive/until.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

const FILE = "salesforce.vaultconn.json";

/** One story: the file is as the test before has left it. */
describe("a push after someone else's change", () => {
  const acme = useService("Acme");
  const id = (): string => acme().connections.idAt(0);
  const session = useVsCode(() => ({
    environment: acme.environment(),
    workspace: {
      [FILE]: JSON.stringify({ id: id(), tenant: new URL(acme().origin).host, name: "Salesforce EU" }),
      [LOCK_FILE]: lockText([]),
    },
  }));

  const patches = (): readonly RecordedRequest[] => acme().requests.all({ method: "PATCH" });
  const lens = (text: string) =>
    untilValue(
      `the code lens "${text}"`,
      () => session().workbench.editor.codeLenses(),
      (lenses) => lenses.includes(text),
    );

  /** Opens the file and asks for a push. */
  async function push(): Promise<void> {
    const { workbench } = session();
    await workbench.notifications.dismissAll();
    await workbench.openFile(FILE);
    await workbench.runCommand("Vault Connections: Push");
  }

  it("is not sent without asking, and rows and code lens tell of the change", async () => {
    const { workbench } = session();
    const tree = workbench.tree("Connections");
    await workbench.openViewContainer("Vault Connections");
    await tree.waitForRow("Salesforce EU production");
    await push();
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Salesforce EU is ready.");
    await tree.waitForRow("Salesforce EU");

    acme().connections.change(id(), { name: "Somebody else's" });
    await push();
    const drift = await workbench.dialog.read();
    expect(drift.message).toMatch(
      /^Somebody else's was changed on the service (just now|.+ ago), after this file was last pushed, compared or created\.$/,
    );
    expect(drift.primary).toBe("Compare");
    expect(drift.detail).toContain("The name was “Salesforce EU” and is “Somebody else's” now.");
    await workbench.screenshot("push-drift");
    await workbench.dialog.cancel();
    await untilValue(
      "the row",
      () => tree.waitForRow("Somebody else's"),
      ({ description }) => description === "service changed · SALESFORCE",
    );
    await lens("changed on the service: compare");

    await push();
    await workbench.dialog.press("Compare");
    await workbench.editor.waitForComparison({
      service: '"name": "Somebody else\'s"',
      file: '"name": "Salesforce EU"',
    });
    expect(patches()).toHaveLength(1);

    // Whoever has compared is not asked about the same change again.
    await workbench.runCommand("View: Close Editor");
    await lens("changed on the service, compared");
    await push();
    expect((await workbench.dialog.read()).message).toBe("Push “Somebody else's” to Acme?");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Salesforce EU is ready.");
    expect(patches()).toHaveLength(2);
    expect(acme().connections.get(id())?.name).toBe("Salesforce EU");
  });

  it("is not asked about again after a comparison, and the file is not called in sync", async () => {
    const { workbench } = session();
    acme().connections.change(id(), {});
    await push();
    await workbench.dialog.cancel();
    await lens("changed on the service: compare");
    await workbench.runCommand("Vault Connections: Compare with Service");
    await workbench.editor.waitForComparison({ service: "Salesforce EU", file: "Salesforce EU" });
    await workbench.editor.titleAction("Open Setup File");
    await workbench.editor.waitForTab(FILE);
    await lens("changed on the service, compared");
    await workbench.runCommand("Vault Connections: Compare with Service");
    // The title of the file has such a button too.
    await workbench.editor.waitForComparison({ service: "Salesforce EU", file: "Salesforce EU" });
    await workbench.editor.titleAction("Push Connection…");
    expect((await workbench.dialog.read()).message).toBe("Push “Salesforce EU” to Acme?");
    await workbench.dialog.press("Push");
    await workbench.notifications.waitFor("Pushed. Salesforce EU is ready.");
    await workbench.openFile(FILE);
    await untilValue(
      "the status bar",
      () => workbench.statusItems(),
      (items) => items.some(({ text }) => text === "Acme · Salesforce EU · in sync"),
    );
  });

  it("has left its line in the lock file, from which the setup file opens", async () => {
    const { workbench, workspace } = session();
    const { fingerprint } = acme().connections.get(id()) ?? {};
    const text = await untilValue(
      "the state that was pushed last",
      () => readFile(join(workspace, LOCK_FILE), "utf8"),
      (shown) => shown.includes(String(fingerprint)),
    );
    const line = text.split("\n").findIndex((entry) => entry.includes(`/${id()}": {`));
    await workbench.openFile(LOCK_FILE);
    await workbench.editor.goTo(line + 1, 1);
    await workbench.page
      .locator(".editor-group-container.active .codelens-decoration > a", { hasText: exactly("Open Setup File") })
      .first()
      .click();
    await workbench.editor.waitForTab(FILE);
  });
});
