import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Offered } from "./shownComparisons.js";
import { asNode, type ConnectionNode } from "../tenants/nodes.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import { pushAgain, pushFile } from "./pushFile.js";
import type { PushServices } from "./pushServices.js";
import { filesOf, readyFiles, showNoSetupFile } from "./readyFiles.js";
import { runPushes } from "./runPushes.js";

/** Sends a setup file as one update, after showing where it goes and what is sent. */
export async function push(services: PushServices, argument?: unknown): Promise<void> {
  const given = await currentSetupFile(services, argument);
  // A file that has no place yet gets one, and is another document there.
  const place = given?.isUntitled === true ? await vscode.workspace.save(given.uri) : undefined;
  const document = given?.isUntitled === true ? place && (await currentSetupFile(services, place)) : given;
  if (document) await pushFile(services, document, undefined, asNode(argument)?.session);
}

/** Pushes files that were chosen together, with one review; a single one as by itself. */
export async function pushTogether(services: PushServices, files: readonly vscode.Uri[]): Promise<void> {
  if (files.length === 1) return push(services, files[0]);
  const requests = await readyFiles(services, files);
  if (requests.length > 0)
    await runPushes(services, requests, { title: l10n.t("Push chosen files"), again: pushAgain(services) });
}

/** Pushes what a comparison shows. */
export async function pushCompared(services: PushServices, { files }: Offered): Promise<void> {
  await pushTogether(
    services,
    files.map((file) => vscode.Uri.parse(file)),
  );
}

/** Pushes the files of rows that were chosen together; that of a single row as by itself. */
export async function pushRows(services: PushServices, rows: readonly ConnectionNode[]): Promise<void> {
  if (rows.length === 1) return push(services, rows[0]);
  const files = filesOf(services, rows);
  if (files.length > 0) await pushTogether(services, files);
  else showNoSetupFile();
}
