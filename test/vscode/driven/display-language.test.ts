import { describe, expect, it } from "vitest";

import { TreeView } from "../drive/tree-view.js";
import { ui, useService, useVsCode } from "./window.js";

const FILE = "salesforce.vaultconn.json";
const NAME = { name: "Salesforce EU" };

/** One story: the file is as the test before has left it. */
describe("VS Code in German", () => {
  const service = useService("Acme", { connections: 3 });
  useVsCode(() => ({
    workspace: { [FILE]: service.file(0, { ...NAME, ready: true }) },
    displayLanguage: "de",
  }));

  const tree = () => new TreeView(ui.workbench.page, "Verbindungen");

  it("adds a tenant and signs in to it in German", async () => {
    await ui.workbench.openViewContainer("Vault Connections");
    // Until it has started, VS Code takes the workspace for one that isn't trusted.
    await tree().waitForMessage(/^Noch kein Mandant\. Um einen hinzuzufügen, zu dem Ihre Setup-Dateien gehören, /);
    await ui.workbench.clickToAsk(service.host(), tree());
    await ui.quickInput.answer(`${service.host()} stammt aus einer Setup-Datei`, service().origin);
    await ui.quickInput.choose("Wählen Sie aus, wie Sie sich anmelden", "Zugriffstoken");
    await ui.quickInput.answer("Ein Zugriffstoken mit dem Scope", service().accessToken);
    await tree().waitForRow("Salesforce EU production");
  });

  it("describes rows in German, with VS Code's words for times", async () => {
    const rows = await tree().rows();
    const ready = rows.filter(({ icon }) => icon === "zap");
    expect(ready.length).toBeGreaterThan(0);
    for (const { description } of ready) expect(description).toMatch(/ · vor /);
    const tooltip = await tree().waitForTooltip("Salesforce EU production", service.id(0));
    for (const label of ["Anwendung", "Bereitschaft", "Erstellt", "Aktualisiert", "Fingerabdruck"])
      expect(tooltip).toContain(label);
  });

  it("reports a mistake in German, and refuses to push it", async () => {
    await ui.workbench.openFile(FILE);
    await ui.editor.waitForLenses(/^An 127\.0\.0\.1:\d+ pushen/);
    await ui.workbench.showProblems();
    const message = expect.stringContaining("wird vom Dienst verwaltet und kann nicht aktualisiert werden") as string;
    await expect.poll(() => ui.workbench.problems()).toMatchObject([{ code: "read-only-property", message }]);
    await ui.workbench.runCommand("Vault Connections: Pushen");
    expect((await ui.notifications.waitFor("Problem")).message).toBe(
      "Beheben Sie zuerst 1 Problem in salesforce.vaultconn.json. Es steht in Zeile 5.",
    );
    expect(await ui.notifications.buttons("Problem")).toEqual(["Probleme anzeigen"]);
    await ui.notifications.dismissAll();
  });

  it("pushes after a click on a German button", async () => {
    await ui.workbench.openFile(FILE);
    await ui.editor.replaceAll(service.file(0, NAME));
    await expect.poll(() => ui.editor.squiggles()).toMatchObject({ error: 0 });
    await ui.workbench.runCommand("Vault Connections: Pushen");
    const review = await ui.dialog.read();
    expect(review.message).toBe(`„Salesforce EU production“ an ${service.host()} pushen?`);
    expect(review.detail).toContain("Verbindung: Salesforce EU production");
    expect(review.detail).toContain("Gesendet wird:\n• name: „Salesforce EU“");
    expect(review.buttons).toEqual(expect.arrayContaining(["Pushen", "Änderungen anzeigen"]));
    await ui.dialog.press("Pushen");
    await ui.notifications.waitFor("Gepusht. „Salesforce EU“ ist bereit.");
    expect(service.patches()).toHaveLength(1);
  });
});
