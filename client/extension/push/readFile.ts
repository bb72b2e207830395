import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { askedBy, inspectFile } from "../editor/inspection.js";
import type { NotSent } from "../../core/push/outcome.js";
import type { FileContents } from "../../core/push/request.js";
import type { PushServices } from "./pushServices.js";

/**
 * Saves a file that is about to be pushed, where it was changed, and has the language server read it again, where what
 * it has read is another version.
 * @param known what was read of it before.
 * @returns undefined where the file is gone, `false` where it could not be saved.
 */
export async function savedAndRead(
  { languageServer }: Pick<PushServices, "languageServer">,
  document: vscode.TextDocument,
  known?: InspectResult,
): Promise<InspectResult | false | undefined> {
  // Whatever keeps a file from being saved is told by VS Code, and ends no more than the push of this file.
  if (document.isDirty && !(await Promise.resolve(document.save()).catch(() => false))) return false;
  if (known?.version !== undefined && known.version === document.version) return known;
  return (await inspectFile(languageServer, document.uri)) ?? undefined;
}

/** The same for one of many files: one that no editor has open is as it was read. */
export async function contentsOf(
  services: Pick<PushServices, "languageServer" | "digests">,
  uri: vscode.Uri,
  known: InspectResult,
): Promise<FileContents | NotSent> {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  const written = document ? await savedAndRead(services, document, known) : known;
  if (written === false) return { kind: "notSaved" };
  if (!written || written.problems.errors > 0) return { kind: "invalid" };
  return { written, digest: await services.digests.of(askedBy(written)) };
}
