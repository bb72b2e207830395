import * as vscode from "vscode";
import { remember } from "../../push/drift.js";
import { recordToRemember } from "../../push/outcome.js";
import type { Remembered } from "../../files/fileMemory.js";
import type { JournalEntry } from "../../push/journal.js";
import type { PushResult } from "../../push/run.js";
import type { Services } from "../../services.js";

/**
 * Takes over what is known after a push: the record in its row, and in what is
 * remembered of the file, so that what the push did itself is no change by
 * somebody else. Never rejects: a push is not less done for not being remembered.
 */
export async function rememberResult(
  { sessions, memory, fileStates }: Pick<Services, "sessions" | "memory" | "fileStates">,
  { subject, outcome, entry }: PushResult,
): Promise<void> {
  const connection = { origin: subject.origin, id: subject.id };
  const store = sessions.withOrigin(subject.origin)?.store;
  const file = subject.file === "" ? undefined : vscode.Uri.parse(subject.file);
  const known = recordToRemember(outcome);
  try {
    // Whoever has compared is not asked about the same change again.
    if (outcome.kind === "compare" && file) {
      const record = remember(outcome.record, Date.now());
      await memory.remember(file, { ...memory.about(file, connection), ...connection, record, overtaken: true });
    }
    if (known) {
      store?.apply(known.record);
      const isCertain = outcome.kind === "done" || outcome.kind === "applied";
      if (isCertain && entry?.before && entry.properties.every((property) => property === "name"))
        await memory.renamed(connection, entry.before, known.record);
      if (file)
        await memory.remember(file, {
          ...connection,
          record: remember(known.record, Date.now(), known.page),
          ...pushedWith(entry, memory.get(file)),
          probably: known.probably,
        });
    }
  } catch {
    // The storage is full, or gone with the window.
  }
  fileStates.changed(file ? [file] : []);
}

/** What the file asked for and which values that stood for; what an earlier version noted says nothing of values. */
function pushedWith(
  entry: JournalEntry | undefined,
  before: Remembered | undefined,
): Pick<Remembered, "pushed" | "values"> {
  return entry?.digest === undefined
    ? { pushed: before?.pushed, values: before?.values }
    : { pushed: entry.digest, values: entry.values };
}
