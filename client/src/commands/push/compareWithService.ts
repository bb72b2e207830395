import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { inspectFile, refuseErrors } from "../../files/inspection.js";
import { counted, inARow } from "../../locale.js";
import { compareRecords, describeChanges, remember } from "../../push/drift.js";
import { readRecord } from "../../push/readRecord.js";
import { followPush } from "../../push/surface/progress.js";
import { viewsOf } from "../../push/views.js";
import { plainText } from "../../plainText.js";
import { isServiceError } from "../../service/errors/errors.js";
import { variantNumbered } from "../../secrets/texts.js";
import { maskRequest } from "../../secrets/mask.js";
import { asNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { chooseTarget, type Chosen } from "./chooseTarget.js";
import { currentSetupFile } from "../files/currentSetupFile.js";
import { tell } from "../tell.js";

/** Shows the record as the service has it beside what the file asks for. Nothing is sent but requests to read. */
export async function compareWithService(services: Services, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  const file = document && (await inspectFile(services.languageServer, document.uri));
  if (!document || !file || refuseErrors(document.uri, file)) return;
  const chosen = await chooseTarget(services, document, file, asNode(argument)?.session);
  if (!chosen) return;
  const read = await readFor(services, document.uri, chosen);
  if (!read) return;
  const { session, id } = chosen;
  if (!read.found) {
    void vscode.window.showWarningMessage(notFound(plainText(id), read.searchedAll, read.pages));
    return;
  }
  const { record, page } = read;
  const connection = { origin: session.tenant.origin, id };
  const known = services.memory.about(document.uri, connection);
  const drift = compareRecords(known?.record, record);
  session.store.apply(record);
  await services.reviews.compare(
    viewsOf(maskRequest(file.request, variantNumbered(file.variant)), id, record),
    connection,
    record.name,
  );
  if (drift.kind === "changed")
    void vscode.window.showInformationMessage(
      inARow(
        l10n.t("{0} has changed since this file was last pushed, compared or created.", plainText(record.name)),
        ...describeChanges(drift),
      ),
    );
  const overtaken = known?.overtaken === true || drift.kind === "changed";
  await services.memory.remember(document.uri, {
    ...known,
    ...connection,
    record: remember(record, Date.now(), page),
    overtaken,
  });
  services.fileStates.changed();
}

function notFound(id: string, searchedAll: boolean, pages: number): string {
  if (searchedAll) return l10n.t("The connection {0} is not on the service.", id);
  if (pages === 1)
    return l10n.t(
      "The connection {0} was not found in the first page of the list, which does not mean that it is gone.",
      id,
    );
  return l10n.t(
    "The connection {0} was not found in the first {1} pages of the list, which does not mean that it is gone.",
    id,
    counted(pages),
  );
}

async function readFor(services: Services, uri: vscode.Uri, { session, id }: Chosen) {
  const page = services.memory.get(uri)?.record?.page;
  try {
    const title = l10n.t("Reading {0} from {1}", plainText(id), plainText(session.tenant.name));
    return await followPush(title, session.tenant, ({ signal, onSearch, onWait }) =>
      readRecord(session.client, id, { page, signal, onProgress: onSearch, onWait }),
    );
  } catch (error) {
    // Whoever cancelled it knows.
    if (!(isServiceError(error) && error.kind === "cancelled")) void tell(services, session, error);
    return undefined;
  }
}
