import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { FileStates } from "../editor/fileStates.js";
import * as vscode from "vscode";
import { remember, stateOf } from "../../core/push/compareRecords.js";
import { credentialsOf } from "../../core/push/planPush.js";
import { sendsSetup, type PushListener, type PushResult } from "../../core/push/pushTypes.js";
import type { EditorServices } from "../editor/editorServices.js";
import { sourcesFor } from "../secrets/valueSources.js";

type RememberServices = Pick<EditorServices, "sessions" | "memory" | "fileStates" | "setupFiles">;

/** Updates rows, and what's remembered of files, with what pushes find out. */
export function rememberPushes(services: RememberServices): PushListener {
  return (event) => {
    if (event.kind === "drifted") services.sessions.withOrigin(event.origin)?.store.apply(event.record);
    return event.kind === "ended" ? rememberResult(services, event.result) : undefined;
  };
}

/** Stores the pushed state, so that the push itself doesn't count as drift. */
async function rememberResult(
  { sessions, memory, fileStates, setupFiles }: RememberServices,
  { target, outcome, entry }: PushResult,
): Promise<void> {
  const connection = { origin: target.origin, id: target.id };
  const file = target.file === "" ? undefined : vscode.Uri.parse(target.file);
  const isCertain = outcome.kind === "done" || outcome.kind === "applied";
  if (outcome.kind === "gone" || (outcome.kind === "refused" && outcome.error.kind === "not-found"))
    sessions.withOrigin(target.origin)?.store.remove(target.id);
  try {
    // After comparing, the user isn't asked about the same change again.
    if (outcome.kind === "compare" && file) {
      const record = remember(outcome.record);
      await memory.remember(file, { ...memory.about(file, connection), ...connection, record, superseded: true });
    }
    if (isCertain || outcome.kind === "probablyApplied") {
      const { record } = outcome;
      sessions.withOrigin(target.origin)?.store.apply(record);
      const known = file && memory.about(file, connection);
      if (isCertain && entry?.before && !sendsSetup(entry))
        await memory.renamed(connection, entry.before, stateOf(record));
      if (file)
        await memory.remember(file, {
          ...connection,
          linked: known?.linked,
          record: remember(record),
          pushed: entry?.digest,
          pushedAt: Date.now(),
          values: entry?.values,
          expires: entry && !sendsSetup(entry) ? known?.expires : entry?.expires,
          probably: !isCertain,
        });
    }
  } catch {
    // The storage is full, or gone with the window.
  }
  if (isCertain && file && entry?.values) fileStates.setProviderValues(file, entry.values);
  // The file may have moved since then.
  fileStates.changed([...(file ? [file] : []), ...setupFiles.filesOf(connection)]);
}

/** @param file a URI. @returns an empty list if there's no such setup file. Never rejects. */
export async function credentialsOfFile(
  { fileStates, secrets }: { fileStates: Pick<FileStates, "inspect">; secrets: Pick<NamedSecrets, "get" | "names"> },
  file: string,
): Promise<readonly string[]> {
  try {
    const uri = vscode.Uri.parse(file);
    const inspected = file === "" ? null : await fileStates.inspect(uri);
    return inspected ? await credentialsOf(inspected, await sourcesFor(uri, secrets)) : [];
  } catch {
    return [];
  }
}
