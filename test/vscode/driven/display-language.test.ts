import { describe, expect, it } from "vitest";

import type { Service } from "../../service/service.js";
import { untilValue } from "../drive/until.js";
import { useService } from "./use-service.js";
import { useVsCode } from "./use-vscode.js";

function fileFor({ connections, baseUrl }: Service): string {
  const { host } = new URL(baseUrl);
  return `{\n  "id": "${connections.idAt(0)}",\n  "tenant": "${host}",\n  "name": "Salesforce EU",\n  "ready": true\n}\n`;
}

/** One story: the file is as the test before has left it. */
describe("VS Code in German", () => {
  const service = useService("Acme", { connections: 3 });
  const session = useVsCode(() => ({
    workspace: { "salesforce.vaultconn.json": fileFor(service()) },
    displayLanguage: "de",
  }));

  it("asks for a tenant, and how to sign in to it, in German", async () => {
    const { workbench } = session();
    const { quickInput } = workbench;
    await workbench.openViewContainer("Vault Connections");
    const tree = workbench.tree("Verbindungen");
    // Until it has started, VS Code takes the workspace for one that isn't trusted.
    await tree.waitForWelcome("Noch kein Mandant. Fügen Sie einen hinzu, um hier seine Verbindungen zu sehen.");
    expect(await tree.welcomeButtons()).toContain("Mandanten hinzufügen");
    await tree.pressWelcome("Mandanten hinzufügen");
    await quickInput.waitForStep("Die Adresse des Mandanten");
    await quickInput.submit(service().origin);
    await quickInput.waitForStep("Der Name in der Seitenleiste");
    await quickInput.submit("Acme");
    await quickInput.waitForStep("Wählen Sie aus, was auf den Mandanten zutrifft");
    await quickInput.accept();
    await quickInput.waitForStep("Wählen Sie aus, wie Sie sich anmelden");
    await quickInput.pick("Zugriffstoken");
    await quickInput.waitForStep("Ein Zugriffstoken mit dem Scope");
    await quickInput.submit(service().accessToken);
    await tree.waitForRow("Salesforce EU production");
  });

  it("has German commands in the palette", async () => {
    const { workbench } = session();
    const offered = (text: string, title: string) =>
      untilValue(
        `the command "${title}"`,
        () => workbench.commandsMatching(text),
        (commands) => commands.includes(title),
      );
    await offered("Mandanten", "Vault Connections: Mandanten hinzufügen…");
    // Who knows the English title finds the command by it.
    await offered("Push Changed Files", "Vault Connections: Geänderte Dateien pushen…");
  });

  it("describes rows in German, with the editor's words for times", async () => {
    const { workbench } = session();
    const tree = workbench.tree("Verbindungen");
    const rows = await tree.rows();
    const ready = rows.filter(({ icon }) => icon === "zap");
    expect(ready.length).toBeGreaterThan(0);
    for (const { description } of ready) expect(description).toMatch(/ · vor /);
    const tooltip = await untilValue(
      "the tooltip",
      () => tree.tooltip("Salesforce EU production"),
      (text) => text.includes(service().connections.idAt(0)),
    );
    for (const label of ["Anwendung", "Bereitschaft", "Erstellt", "Aktualisiert", "Fingerabdruck"])
      expect(tooltip).toContain(label);
  });

  it("reports what is wrong with a file in German, and refuses to push it", async () => {
    const { workbench } = session();
    await workbench.openFile("salesforce.vaultconn.json");
    await untilValue(
      "the diagnostic",
      () => workbench.editor.squiggles(),
      ({ error }) => error > 0,
    );
    await workbench.editor.waitForCodeLens(/^An Acme pushen/);
    const problems = await workbench.showProblems();
    const [problem] = await problems.waitForCodes("read-only-property");
    expect(problem?.message).toContain("wird vom Dienst verwaltet und kann nicht aktualisiert werden");
    await workbench.runCommand("Vault Connections: Pushen");
    const { message } = await workbench.notifications.waitFor("Problem");
    expect(message).toBe("Beheben Sie 1 Problem in salesforce.vaultconn.json, bevor Sie pushen. Es steht in Zeile 5.");
    expect(await workbench.notifications.buttons("Problem")).toEqual(["Probleme anzeigen"]);
    await workbench.notifications.dismissAll();
  });

  it("pushes what a person has agreed to by a German button", async () => {
    const { workbench } = session();
    await workbench.openFile("salesforce.vaultconn.json");
    await workbench.editor.replaceAll(fileFor(service()).replace(',\n  "ready": true', ""));
    await workbench.editor.waitForMarks({ error: 0 });
    await workbench.runCommand("Vault Connections: Pushen");
    const dialog = await workbench.dialog.read();
    expect(dialog.message).toBe("„Salesforce EU production“ an Acme pushen?");
    expect(dialog.detail).toContain("Verbindung: Salesforce EU production");
    expect(dialog.detail).toContain("Gesendet wird:\n• name: „Salesforce EU“");
    expect(dialog.buttons).toEqual(expect.arrayContaining(["Pushen", "Änderungen anzeigen"]));
    await workbench.dialog.press("Pushen");
    await workbench.notifications.waitFor("Gepusht. Salesforce EU ist bereit.");
    expect(service().requests.all({ method: "PATCH" })).toHaveLength(1);
    await workbench.runCommand("Vault Connections: Pushes als Text anzeigen");
    await workbench.editor.waitForText("angewendet");
  });
});
