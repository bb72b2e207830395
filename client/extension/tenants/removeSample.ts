import * as vscode from "vscode";
import { SAMPLE_ORIGIN } from "../../core/sample/records.js";
import type { Services } from "../services.js";

/** Removes the sample tenant with all that there is of it: its files, its rows, and what is known of pushes to it. */
export async function removeSample({
  sessions,
  sample,
  setupFiles,
  memory,
  journal,
  history,
}: Pick<Services, "sessions" | "sample" | "setupFiles" | "memory" | "journal" | "history">): Promise<void> {
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

/** Closes the editors of the files in a folder; what was typed into them goes with the folder, so nobody is asked about it. */
async function closeFiles(folder: vscode.Uri): Promise<void> {
  const isInside = (uri: vscode.Uri) => uri.toString().startsWith(`${folder.toString()}/`);
  const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && isInside(uri));
  await Promise.all(dirty.map((document) => document.save()));
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input }) => input instanceof vscode.TabInputText && isInside(input.uri)),
  );
}
