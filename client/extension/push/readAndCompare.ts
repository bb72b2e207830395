import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { compareRecords, describeDrift, remember, stateOf } from "../../core/push/compareRecords.js";
import { type PushOptions, callOptions } from "../../core/push/context.js";
import { findRecord } from "../../core/push/findRecord.js";
import { quotedName } from "../../core/push/outcomes.js";
import { type PushRequest, displayNameOf } from "../../core/push/pushTypes.js";
import { viewsOf } from "../../core/push/planPush.js";
import { joinSentences } from "../../core/text/locale.js";
import type { PushServices } from "./pushServices.js";
import type { Comparison } from "./reviewDocuments.js";

/**
 * Reads the record, and updates the row and what's remembered of the file with it.
 * @returns the comparison, and how the record has changed since it was last seen for that file.
 */
export async function readAndCompare(services: PushServices, request: PushRequest, options: PushOptions) {
  const { service, tenant, id, file, written, remembered, page = remembered?.page } = request;
  const search = { page, onProgress: options.onSearch, ...callOptions(tenant.name, options) };
  const read = await findRecord(service, id, search);
  const store = services.sessions.withOrigin(tenant.origin)?.store;
  if (!read.found) {
    if (read.searchedAll) store?.remove(id);
    return read;
  }
  const { record } = read;
  const [of, uri] = [{ origin: tenant.origin, id }, vscode.Uri.parse(file)];
  const known = services.memory.about(uri, of);
  const drift = compareRecords(known?.record, stateOf(record));
  store?.apply(record);
  const superseded = known?.superseded === true || drift.kind === "changed";
  await services.memory.remember(uri, { ...known, ...of, record: remember(record, read.page), superseded });
  const changed =
    drift.kind === "changed"
      ? joinSentences(
          l10n.t("{0} has changed since this file was last pushed, compared, or created.", quotedName(record)),
          ...describeDrift(drift),
        )
      : undefined;
  const views = viewsOf(written, id, record);
  const comparison: Comparison = { ...of, tenantName: tenant.name, connection: displayNameOf(record), file, views };
  return { found: true as const, comparison, changed, isSame: drift.kind === "same" };
}
