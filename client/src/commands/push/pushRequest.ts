import type * as vscode from "vscode";
import { remember } from "../../push/drift.js";
import { recordToRemember, type Outcome } from "../../push/outcome.js";
import type { PushRequest } from "../../push/prepare.js";
import { askedBy } from "../../files/inspection.js";
import { sourcesFor } from "../../files/sources.js";
import type { Services } from "../../services.js";
import type { Chosen } from "./chooseTarget.js";

/** Everything a push of a file needs to know. */
export async function requestFor(
  services: Services,
  uri: vscode.Uri,
  written: PushRequest["written"],
  { session, id }: Chosen,
): Promise<PushRequest> {
  const remembered = services.memory.about(uri, { origin: session.tenant.origin, id })?.record;
  const { sources, envFile } = await sourcesFor(uri, services.secrets);
  return {
    service: session.client,
    tenant: session.tenant,
    id,
    name: session.store.find(id)?.name ?? remembered?.name,
    file: uri.toString(),
    written,
    sources,
    envFile,
    digest: await services.digests.of(askedBy(written)),
    remembered,
  };
}

/** Shows what the service says now, and remembers it for the file. Never rejects: a push is not less done for not being remembered. */
export async function noteOutcome(
  services: Services,
  uri: vscode.Uri,
  request: PushRequest,
  outcome: Outcome,
): Promise<void> {
  const { tenant, id, digest: pushed, written } = request;
  const known = recordToRemember(outcome);
  if (!known) {
    // Whether the outcome of the last push is known may be another matter now.
    services.fileStates.changed();
    return;
  }
  services.sessions.withOrigin(tenant.origin)?.store.apply(known.record);
  if (written.request.setup === undefined) await followRename(services, request, outcome);
  const remembered = {
    origin: tenant.origin,
    id,
    record: remember(known.record, Date.now(), known.page),
    pushed,
    probably: known.probably,
  };
  await services.memory.remember(uri, remembered).catch(() => undefined);
  services.fileStates.changed();
}

/** A change of the name alone that certainly took effect is none that the files for the connection have to be told of. Never rejects. */
export async function followRename(
  { memory, fileStates }: Pick<Services, "memory" | "fileStates">,
  { tenant, id }: { readonly tenant: { readonly origin: string }; readonly id: string },
  outcome: Outcome,
): Promise<void> {
  if ((outcome.kind !== "done" && outcome.kind !== "applied") || outcome.before === undefined) return;
  await memory.renamed({ origin: tenant.origin, id }, outcome.before, outcome.record).catch(() => undefined);
  fileStates.changed();
}
