import * as vscode from "vscode";
import { inspectFile, refuseErrors } from "../../files/inspection.js";
import { plainText } from "../../plainText.js";
import { runPush, type PushDecisions } from "../../push/run.js";
import { askPerson } from "../../push/surface/decisions.js";
import { followPush } from "../../push/surface/progress.js";
import { asNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { chooseTarget, type Chosen } from "./chooseTarget.js";
import { currentSetupFile } from "../files/currentSetupFile.js";
import { noteOutcome, requestFor } from "./pushRequest.js";
import { saveFirst } from "./saveFirst.js";
import { tellPush } from "./tellPush.js";
import { orTellUnexpected } from "../unexpected.js";

/** Sends a setup file as one update, after showing where it goes and what is sent. */
export async function push(services: Services, argument?: unknown): Promise<void> {
  const given = await currentSetupFile(services, argument);
  const document = given?.isUntitled === true ? await savedAs(services, given) : given;
  if (!document || !(await saveFirst(document))) return;
  const file = await inspectFile(services.languageServer, document.uri);
  if (!file || refuseErrors(document.uri, file)) return;
  const target = await chooseTarget(services, document, file, asNode(argument)?.session);
  if (target) await pushTo(services, document, target);
}

/** Pushes a file to a connection that has been chosen. */
async function pushTo(services: Services, document: vscode.TextDocument, { session, id }: Chosen): Promise<void> {
  // The file may have changed while the connection was chosen, if only by the id written into it.
  if (!(await saveFirst(document))) return;
  const file = await inspectFile(services.languageServer, document.uri);
  if (!file || refuseErrors(document.uri, file)) return;
  const request = await requestFor(services, document.uri, file, { session, id });
  const asked = askPerson(session.tenant, services.reviews);
  let { name } = request;
  const decisions: PushDecisions = {
    ...asked,
    chooseOnDrift: (drift, record, plan) => {
      // Rows, code lens and status bar are not to go on as if nothing had changed.
      session.store.apply(record);
      return asked.chooseOnDrift(drift, record, plan);
    },
    confirm: (plan, follow) => {
      // By then the record has been read, and is called by its name from here on.
      name = plan.target.name ?? name;
      return asked.confirm(plan, follow);
    },
  };
  const title = `${plainText(session.tenant.name)} · ${plainText(request.name ?? id)}`;
  const outcome = await followPush(title, session.tenant, (options) => runPush(request, decisions, services, options));
  await noteOutcome(services, document.uri, request, outcome);
  const again = (chosen: Chosen) => pushTo(services, document, chosen);
  // The message stays until it is answered, which may begin another push.
  void orTellUnexpected(services, "vaultconn.push", () =>
    tellPush(services, { document, chosen: { session, id }, file, request: { ...request, name }, again }, outcome),
  );
}

/** Asks where a file that has no place yet is to stand. @returns the file there, which is another document. */
async function savedAs(services: Services, { uri }: vscode.TextDocument): Promise<vscode.TextDocument | undefined> {
  const place = await vscode.workspace.save(uri);
  return place && currentSetupFile(services, place);
}
