import * as vscode from "vscode";
import { inspectFile, refuseErrors } from "../files/inspection.js";
import { compareRecords, describeChanges, remember } from "../push/drift.js";
import { readRecord } from "../push/readRecord.js";
import { followPush } from "../push/surface/progress.js";
import { viewsOf } from "../push/views.js";
import { plainText } from "../plainText.js";
import { variantNumbered } from "../secrets/texts.js";
import { maskRequest } from "../secrets/mask.js";
import type { Services } from "../services.js";
import { chooseTarget, type Chosen } from "./chooseTarget.js";
import { currentSetupFile } from "./currentSetupFile.js";
import { tell } from "./tell.js";

/** Shows the record as the service has it beside what the file asks for. Nothing is sent but requests to read. */
export async function compareWithService(services: Services, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  const file = document && (await inspectFile(services.languageServer, document.uri));
  if (!document || !file || refuseErrors(document.uri, file)) return;
  const chosen = await chooseTarget(services, document, file);
  if (!chosen) return;
  const read = await readFor(services, document.uri, chosen);
  if (!read) return;
  const { session, id } = chosen;
  if (!read.found) {
    const where = read.searchedAll ? "is not on the service" : `was not found in the first ${read.pages} pages of the list, which does not mean that it is gone`;
    void vscode.window.showWarningMessage(`The connection ${plainText(id)} ${where}.`);
    return;
  }
  const { record, page } = read;
  const remembered = services.memory.get(document.uri);
  const known = remembered?.origin === session.tenant.origin && remembered.id === id ? remembered : undefined;
  const drift = compareRecords(known?.record, record);
  await services.reviews.compare(viewsOf(maskRequest(file.request, variantNumbered(file.variant)), id, record), `${session.tenant.origin}/${id}`, record.name);
  if (drift.kind === "changed") void vscode.window.showInformationMessage(`${plainText(record.name)} has changed since this file was last pushed, compared or created. ${describeChanges(drift).join(" ")}`);
  await services.memory.remember(document.uri, { origin: session.tenant.origin, id, record: remember(record, Date.now(), page), pushed: known?.pushed });
  services.fileStates.changed();
}

async function readFor(services: Services, uri: vscode.Uri, { session, id }: Chosen) {
  const page = services.memory.get(uri)?.record?.page;
  try {
    const title = `Reading ${plainText(id)} from ${plainText(session.tenant.name)}`;
    return await followPush(title, session.tenant, ({ signal, onSearch, onWait }) => readRecord(session.client, id, { page, signal, onProgress: onSearch, onWait }));
  } catch (error) {
    void tell(services, session, error);
    return undefined;
  }
}
