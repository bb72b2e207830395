import * as vscode from "vscode";
import { MISSPELT, writeSampleFiles } from "../../files/sampleFiles.js";
import { SAMPLE_IDS, SAMPLE_ORIGIN } from "../../sample/records.js";
import type { Services } from "../../services.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Adds the sample tenant, which is served inside the extension, with setup files for three of its connections, and
 * shows the first of them at its mistake. Where it is there already, shows the file as it is.
 */
export async function trySample({ sessions, sample, setupFiles, memory }: Services): Promise<void> {
  const known = sample.files;
  const files = known ?? (await writeSampleFiles(sample.folder));
  sample.files = files;
  if (!known) {
    const now = Date.now();
    // As it was when the file was made: the service has another state of it by now.
    const record = {
      name: "Salesforce",
      ready: true,
      updated_at: new Date(now - DAY_MS).toISOString(),
      fingerprint: "0",
    };
    await memory.remember(files.drift, {
      origin: SAMPLE_ORIGIN,
      id: SAMPLE_IDS.drift,
      record: { ...record, at: now - DAY_MS },
    });
    await sessions.setSample(true);
    await setupFiles.include(Object.values(files));
  }
  await vscode.commands.executeCommand("vaultconn.connections.focus");
  const document = await vscode.workspace.openTextDocument(files.mistake);
  const place = document.getText().indexOf(MISSPELT);
  const position = document.positionAt(Math.max(place, 0));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}
