import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { nameOfFile } from "../../files/inspection.js";
import type { PushRequest } from "../../push/prepare.js";

/** Saves a file that is about to be pushed. Where that fails it says so, and the push has to stop. */
export async function saveFirst(document: vscode.TextDocument): Promise<boolean> {
  if (!document.isDirty || (await isSaved(document))) return true;
  tellUnsaved(document.uri);
  return false;
}

/** Chosen pushes, apart from those whose files could not be saved. */
interface Saved {
  readonly saved: readonly PushRequest[];
  readonly unsaved: readonly PushRequest[];
}

/**
 * Saves the files of chosen pushes, and no other.
 * @param again makes the push of a file that was saved, which may not be what it was before: whatever saves may also format.
 */
export async function saveChosen(
  requests: readonly PushRequest[],
  again: (request: PushRequest, file: vscode.Uri) => Promise<PushRequest | undefined>,
): Promise<Saved> {
  const [saved, unsaved]: [PushRequest[], PushRequest[]] = [[], []];
  for (const request of requests) {
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === request.file);
    if (document?.isDirty !== true) saved.push(request);
    else if (!(await isSaved(document))) unsaved.push(request);
    else saved.push(...[await again(request, document.uri)].filter((push) => push !== undefined));
  }
  return { saved, unsaved };
}

/** Whatever keeps a file from being saved is told by VS Code, and ends no more than the push of this file. */
function isSaved(document: vscode.TextDocument): Promise<boolean> {
  return Promise.resolve(document.save()).catch(() => false);
}

/** Says that a file could not be saved, so that nothing of it was sent. */
export function tellUnsaved(file: vscode.Uri): void {
  void vscode.window.showErrorMessage(
    l10n.t(
      "{0} could not be saved, so nothing was sent. What you typed is still in the editor: save it elsewhere, or make room, then push again.",
      nameOfFile(file),
    ),
  );
}
