import * as vscode from "vscode";
import { inspectFile, nameOfFile, refuseErrors } from "../files/inspection.js";
import { plainText } from "../plainText.js";
import type { PushRequest } from "../push/prepare.js";
import { recordToRemember, type Outcome } from "../push/outcome.js";
import { runPush, type PushDecisions } from "../push/run.js";
import { askPerson } from "../push/surface/decisions.js";
import { followPush } from "../push/surface/progress.js";
import { sourcesFor } from "../push/surface/sources.js";
import { remember } from "../push/drift.js";
import type { Services } from "../services.js";
import { chooseTarget, type Chosen } from "./chooseTarget.js";
import { currentSetupFile } from "./currentSetupFile.js";
import { tellPush } from "./tellPush.js";

/** Sends a setup file as one update, after showing where it goes and what is sent. */
export async function push(services: Services, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  if (!document || !(await saved(document))) return;
  const file = await inspectFile(services.languageServer, document.uri);
  if (!file || refuseErrors(document.uri, file)) return;
  const target = await chooseTarget(services, document, file);
  if (target) await pushTo(services, document, target);
}

/** Pushes a file to a connection that has been chosen. */
export async function pushTo(services: Services, document: vscode.TextDocument, { session, id }: Chosen): Promise<void> {
  // The file may have changed while the connection was chosen, if only by the id written into it.
  const file = await inspectFile(services.languageServer, document.uri);
  if (!file || refuseErrors(document.uri, file)) return;
  const request = await requestFor(services, document.uri, file, { session, id });
  const asked = askPerson(session.tenant, services.reviews);
  let { name } = request;
  const decisions: PushDecisions = {
    ...asked,
    confirm: (plan, follow) => {
      // By then the record has been read, and is called by its name from here on.
      name = plan.target.name ?? name;
      return asked.confirm(plan, follow);
    },
  };
  const title = `${plainText(session.tenant.name)} · ${plainText(request.name ?? id)}`;
  const outcome = await followPush(title, session.tenant, (options) => runPush(request, decisions, services, options));
  await noteOutcome(services, document.uri, request, outcome);
  void tellPush(services, { document, chosen: { session, id }, file, request: { ...request, name } }, outcome);
}

/** Everything a push of a file needs to know. */
export async function requestFor(services: Services, uri: vscode.Uri, written: PushRequest["written"], { session, id }: Chosen): Promise<PushRequest> {
  const remembered = services.memory.get(uri);
  const { sources, envFile } = await sourcesFor(uri, services.secrets);
  const same = remembered?.origin === session.tenant.origin && remembered.id === id;
  return {
    service: session.client,
    tenant: session.tenant,
    id,
    name: session.store.find(id)?.name ?? (same ? remembered.record?.name : undefined),
    file: uri.toString(),
    written,
    sources,
    envFile,
    remembered: same ? remembered.record : undefined,
  };
}

/** Shows what the service says now, and remembers it for the file. */
export async function noteOutcome(services: Services, uri: vscode.Uri, { tenant, id, written }: PushRequest, outcome: Outcome): Promise<void> {
  const known = recordToRemember(outcome);
  if (!known) return;
  services.sessions.withOrigin(tenant.origin)?.store.apply(known.record);
  const pushed = await services.digests.of(written.request);
  await services.memory.remember(uri, { origin: tenant.origin, id, record: remember(known.record, Date.now(), known.page), pushed });
  services.fileStates.changed();
}

async function saved(document: vscode.TextDocument): Promise<boolean> {
  if (!document.isDirty || (await document.save())) return true;
  void vscode.window.showErrorMessage(`${nameOfFile(document.uri)} could not be saved, so nothing was sent. What you typed is still in the editor: save it elsewhere, or make room, then push again.`);
  return false;
}
