import * as vscode from "vscode";
import { MISSPELT, writeSampleFiles } from "./sampleFiles.js";
import { DAY_MS } from "../../core/text/formatTime.js";
import { remember } from "../../core/push/drift.js";
import { SAMPLE_IDS, SAMPLE_ORIGIN, sampleRecords } from "../../core/sample/records.js";
import type { Services } from "../services.js";
import { focusEditor } from "../ui/focusEditor.js";

/**
 * Adds the sample tenant, which is served inside the extension, with setup files for three of its connections, and
 * shows the first of them at its mistake. Where it is there already, shows the file as it is.
 */
export async function trySample({
  sessions,
  sample,
  setupFiles,
  memory,
}: Pick<Services, "sessions" | "sample" | "setupFiles" | "memory">): Promise<void> {
  // The button that was pressed goes when the rows come, which would take the focus from the file too.
  await focusEditor();
  const known = sample.files;
  // For a while VS Code holds the text of a file that is gone, and would show it for a new one at the same place.
  if (!known) sample.tries += 1;
  const files = known ?? (await writeSampleFiles(vscode.Uri.joinPath(sample.folder, String(sample.tries))));
  sample.files = files;
  if (!known) {
    // As it was when the file was made: the service has another state of it by now.
    const yesterday = Date.now() - DAY_MS;
    const record = sampleRecords(yesterday).find(({ id }) => id === SAMPLE_IDS.drift);
    if (record) {
      const known = { origin: SAMPLE_ORIGIN, id: record.id, record: remember(record, yesterday) };
      await memory.remember(files.drift, known);
    }
    await sessions.setSample(true);
    await setupFiles.include(Object.values(files));
  }
  await vscode.commands.executeCommand("vaultconn.connections.focus", { preserveFocus: true });
  const document = await vscode.workspace.openTextDocument(files.mistake);
  const place = document.getText().indexOf(MISSPELT);
  const position = document.positionAt(Math.max(place, 0));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}
