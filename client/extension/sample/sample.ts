import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../../schemas/files.js";
import { DAY_MS } from "../../core/text/formatTime.js";
import { remember } from "../../core/push/compareRecords.js";
import { SAMPLE_HOST, SAMPLE_IDS, SAMPLE_ORIGIN, sampleRecords } from "../../core/sample/sampleRecords.js";
import type { SampleFiles, SampleServices } from "./sampleServices.js";
import { focusEditor } from "../ui/pick.js";

const MISSPELT = "usernme";

/**
 * Adds the sample tenant with setup files, and opens the first at its mistake. If the sample exists, only opens the
 * file.
 */
export async function trySample(services: SampleServices): Promise<void> {
  // The clicked button disappears when the rows appear, which would also take the focus from the file.
  await focusEditor();
  const files = (services.sample.files ??= await addSample(services));
  const session = services.sessions.withOrigin(SAMPLE_ORIGIN);
  if (session) await services.sidebar.revealTenant(session);
  await focusEditor();
  const document = await vscode.workspace.openTextDocument(files.mistake);
  const place = document.getText().indexOf(MISSPELT);
  const position = document.positionAt(Math.max(place, 0));
  // A preview would replace the walkthrough.
  const selection = new vscode.Range(position, position);
  await vscode.window.showTextDocument(document, { selection, preview: false });
}

/** @returns the setup files of the sample. */
async function addSample({ sessions, sample, setupFiles, memory }: SampleServices): Promise<SampleFiles> {
  // VS Code keeps the text of a deleted file for a while, and would show it for a new file with the same path.
  sample.tries += 1;
  const files = await writeSampleFiles(vscode.Uri.joinPath(sample.folder, String(sample.tries)));
  // Remember the record as of yesterday, since the service has changed it.
  const yesterday = Date.now() - DAY_MS;
  const record = sampleRecords(yesterday).find(({ id }) => id === SAMPLE_IDS.drift);
  if (record) await memory.remember(files.drift, { origin: SAMPLE_ORIGIN, id: record.id, record: remember(record) });
  await sessions.setSample(true);
  await setupFiles.include(Object.values(files));
  return files;
}

async function writeSampleFiles(folder: vscode.Uri): Promise<SampleFiles> {
  const encoder = new TextEncoder();
  const write = async (stem: string, comment: string, id: string, name: string, setup: string) => {
    const file = vscode.Uri.joinPath(folder, `${stem}${FILE_ENDING}`);
    const lines = [
      "{",
      `  // ${l10n.t("A sample: nothing leaves this computer.")}`,
      `  // ${comment}`,
      `  "id": ${JSON.stringify(id)},`,
      `  "tenant": ${JSON.stringify(SAMPLE_HOST)},`,
      `  "name": ${JSON.stringify(name)},`,
      `  "setup": ${setup}`,
      "}",
      "",
    ];
    await vscode.workspace.fs.writeFile(file, encoder.encode(lines.join("\n")));
    return file;
  };
  const secret = (field: string) => `"${field}": "sample-${field}"`;
  const [mistake, drift, lostAnswer] = await Promise.all([
    write(
      "fix-and-push",
      l10n.t("One property is misspelled. To fix it, press Shift+Alt+. on it (⌥⌘. on a Mac). Then push."),
      SAMPLE_IDS.mistake,
      "Billing EU",
      `{\n    "type": "BASIC_AUTH",\n    "${MISSPELT}": "billing",\n    ${secret("password")}\n  }`,
    ),
    write(
      "changed-on-the-service",
      l10n.t("Someone else has changed the connection in the meantime. Compare, or push and see what you're asked."),
      SAMPLE_IDS.drift,
      "Salesforce",
      `{\n    "type": "BEARER",\n    ${secret("token")}\n  }`,
    ),
    write(
      "answer-lost",
      l10n.t("The response to the first push is lost. See how the outcome is verified."),
      SAMPLE_IDS.lostAnswer,
      "Mail sender EU",
      `{\n    "type": "TOKEN",\n    ${secret("token")}\n  }`,
    ),
  ]);
  return { mistake, drift, lostAnswer };
}

/** What follows a push of a sample file: another file, and after the last one a tenant. */
interface NextInSample {
  readonly sentence: string;
  readonly command: vscode.Command;
}

/** @param pushed the URI of the file. */
export function nextInSample(
  { sample: { files } }: Pick<SampleServices, "sample">,
  pushed: string,
): NextInSample | undefined {
  const open = (title: string, file: vscode.Uri) => {
    return { sentence: "", command: { title, command: "vscode.open", arguments: [file, { preview: false }] } };
  };
  if (pushed === files?.mistake.toString())
    return open(l10n.t("See What Happens If Someone Else Changes It"), files.drift);
  if (pushed === files?.drift.toString())
    return open(l10n.t("See What Happens If the Response Is Lost"), files.lostAnswer);
  return pushed === files?.lostAnswer.toString()
    ? {
        sentence: l10n.t("You've seen all three samples."),
        command: { title: l10n.t("Add Tenant…"), command: "vaultconn.addTenant" },
      }
    : undefined;
}

/** Removes the sample tenant with its files, its rows, and the history of its pushes. */
export async function removeSample(services: SampleServices): Promise<void> {
  const { sessions, sample, setupFiles, memory, journal, history } = services;
  sample.files = undefined;
  await closeFiles(sample.folder);
  await sessions.setSample(false);
  await setupFiles.include([]);
  const isOfSample = ({ origin }: { readonly origin: string }) => origin === SAMPLE_ORIGIN;
  await journal.forget([...journal.open, ...journal.ended].filter(isOfSample));
  await history.forget(SAMPLE_ORIGIN);
  await memory.forget(SAMPLE_ORIGIN);
  await Promise.resolve(vscode.workspace.fs.delete(sample.folder, { recursive: true })).catch(() => undefined);
}

/** The folder is deleted next, so save edits to avoid being asked about them. */
async function closeFiles(folder: vscode.Uri): Promise<void> {
  const isInside = (uri: vscode.Uri) => uri.toString().startsWith(`${folder.toString()}/`);
  const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && isInside(uri));
  await Promise.all(dirty.map((document) => document.save()));
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input }) => input instanceof vscode.TabInputText && isInside(input.uri)),
  );
}
