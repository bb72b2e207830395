import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { ConnectionKey } from "../../core/connections/connectionKey.js";
import { compareRecords, describeChanges, remember, stateOf, type Drift, type Drifted } from "../../core/push/drift.js";
import { joinSentences } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { PushServices } from "./pushServices.js";

/**
 * Takes what a comparison has read over to the rows and to what is remembered of the file.
 * @returns how the record has changed since it was last seen for that file.
 */
export async function rememberCompared(
  { memory, sessions }: Pick<PushServices, "memory" | "sessions">,
  file: vscode.Uri,
  connection: ConnectionKey,
  { record, page }: { readonly record: ConnectionRecord; readonly page: number },
): Promise<Drift> {
  const known = memory.about(file, connection);
  const drift = compareRecords(known?.record, stateOf(record));
  sessions.withOrigin(connection.origin)?.store.apply(record);
  const overtaken = known?.overtaken === true || drift.kind === "changed";
  await memory.remember(file, { ...known, ...connection, record: remember(record, Date.now(), page), overtaken });
  return drift;
}

/** Says that a record is not what was last seen of it, and in what it differs. */
export function changedSinceSeen({ name }: Pick<ConnectionRecord, "name">, drift: Drifted): string {
  return joinSentences(
    l10n.t("{0} has changed since this file was last pushed, compared or created.", sanitizeText(name)),
    ...describeChanges(drift),
  );
}
