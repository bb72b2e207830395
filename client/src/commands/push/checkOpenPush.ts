import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { followed } from "../../followed.js";
import { plainText } from "../../plainText.js";
import { remember } from "../../push/drift.js";
import type { JournalEntry } from "../../push/journal.js";
import { checkLeftOver } from "../../push/leftOver.js";
import { recordToRemember } from "../../push/outcome.js";
import type { ListService } from "../../push/readRecord.js";
import type { Verdict } from "../../push/verify.js";
import { slowDownOr } from "../../service/sentences/slowDown.js";
import type { Services } from "../../services.js";
import { followRename } from "./pushRequest.js";

/** Finds out what became of a push nobody knows the outcome of, followed in a notification, and notes it. Sends nothing. */
export async function checkOpenPush(services: Services, entry: JournalEntry, service: ListService): Promise<Verdict> {
  const title = l10n.t("Checking what became of the push of {0}", plainText(entry.connection));
  const verdict = await followed(title, (report, signal) => {
    const onWait = (seconds: number) => {
      report({ message: slowDownOr("", entry.tenantName, seconds) });
    };
    return checkLeftOver(entry, service, services.journal, { signal, onWait });
  });
  await noteVerdict(services, entry, verdict);
  return verdict;
}

/** Notes what became of a push: what it did itself is no change by someone else. */
export async function noteVerdict(services: Services, entry: JournalEntry, verdict: Verdict): Promise<void> {
  const { history, memory, fileStates, sessions } = services;
  const { file, origin, id, startedAt, digest: pushed, properties, before } = entry;
  const outcome = { ...verdict, cause: undefined, before };
  await history.add({ ...entry, time: startedAt, outcome: verdict.kind });
  const known = recordToRemember(outcome);
  if (known) {
    sessions.withOrigin(origin)?.store.apply(known.record);
    if (properties.every((property) => property === "name"))
      await followRename(services, { tenant: { origin }, id }, outcome);
    const uri = file === "" ? undefined : vscode.Uri.parse(file);
    if (uri)
      await memory.remember(uri, {
        origin,
        id,
        record: remember(known.record, Date.now(), known.page),
        pushed: pushed ?? memory.get(uri)?.pushed,
        probably: known.probably,
      });
  }
  fileStates.changed();
}
