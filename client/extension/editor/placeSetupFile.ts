import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { createFile } from "./create.js";
import { namedIn } from "../../core/files/namedIn.js";
import { LANGUAGE_ID } from "../../core/files/fileName.js";
import { remember } from "../../core/push/drift.js";
import type { Services } from "../services.js";
import type { Choice } from "../tenants/searchConnections.js";
import { showAt } from "./newSetupFile.js";

/** A setup file that is made for a connection. */
export interface NewFile {
  /** Where it goes to; undefined for an untitled one. */
  readonly folder: vscode.Uri | undefined;
  /** Its name, where that is free. */
  readonly fileName: string;
  readonly text: string;
  /** Where the person goes on, as an offset in UTF-16 code units. */
  readonly cursor: number;
}

/**
 * Writes a setup file for a connection, remembers how that is just now, so that a later change of it is noticed, and
 * opens the file. One that cannot be written is opened all the same.
 */
export async function placeSetupFile(
  { memory }: Pick<Services, "memory">,
  { folder, fileName, text, cursor }: NewFile,
  { session, connection }: Choice,
): Promise<void> {
  const file = folder && (await createFile(folder, fileName, text).catch(() => undefined));
  if (folder && !file)
    void vscode.window.showWarningMessage(
      l10n.t(
        "The setup file could not be written into the workspace folder. It is open, but not saved: make room, or save it elsewhere.",
      ),
    );
  if (file)
    await memory.remember(file, {
      origin: session.tenant.origin,
      id: connection.id,
      record: remember(connection, Date.now()),
      linked: namedIn(text).id === undefined,
    });
  const document = file
    ? await vscode.workspace.openTextDocument(file)
    : await vscode.workspace.openTextDocument({ language: LANGUAGE_ID, content: text });
  await showAt(document, cursor);
}
