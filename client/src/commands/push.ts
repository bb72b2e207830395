import * as vscode from "vscode";
import { INSPECT, type InspectParams, type InspectResult } from "../../../server/protocol/messages.js";
import { writeTarget } from "../files/writeId.js";
import { plainText } from "../plainText.js";
import { planPush, type PushTarget } from "../push/plan.js";
import { confirmPush } from "../push/surface/confirm.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";
import { currentSetupFile } from "./currentSetupFile.js";
import { pickConnection } from "./pickConnection.js";
import { pickSession } from "./pickSession.js";
import { signInTo } from "./signIn.js";
import { tell } from "./tell.js";

/** Sends a setup file as one update, after showing where it goes and what is sent. */
export async function push(services: Services, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(argument);
  if (!document) return;
  if (document.isDirty && !(await document.save())) {
    void vscode.window.showErrorMessage(`${nameOf(document)} could not be saved, so nothing was sent. Save it, then push again.`);
    return;
  }
  const file = await inspect(services, document);
  if (!file || (await stoppedByErrors(document, file))) return;
  const target = await findTarget(services, document, file);
  if (target) await pushTo(services, document, target);
}

interface Chosen {
  readonly session: Session;
  readonly id: string;
}

async function pushTo(services: Services, document: vscode.TextDocument, { session, id }: Chosen): Promise<void> {
  const started = await services.pushes.run(session.tenant.origin, id, async () => {
    // The file may have changed while the connection was chosen, if only by the id written into it.
    const file = await inspect(services, document);
    if (!file || (await stoppedByErrors(document, file))) return true;
    const target: PushTarget = { origin: session.tenant.origin, tenantName: session.tenant.name, id, name: session.store.find(id)?.name };
    const plan = planPush(file, target);
    if (!plan) {
      void vscode.window.showInformationMessage(`${nameOf(document)} has neither a name nor a setup, so there is nothing to push.`);
      return true;
    }
    if (!(await confirmPush(plan))) return true;
    await send(services, session, plan.target, plan.body);
    return true;
  });
  if (started === undefined) {
    void vscode.window.showInformationMessage("A push to this connection is under way. Wait until it has ended, then push again.");
  }
}

async function send(services: Services, session: Session, target: PushTarget, body: string): Promise<void> {
  const name = plainText(target.name ?? target.id);
  const options = { location: vscode.ProgressLocation.Notification, title: `Pushing ${name} to ${plainText(target.tenantName)}…`, cancellable: true };
  await vscode.window.withProgress(options, async (progress, cancellation) => {
    const abort = new AbortController();
    cancellation.onCancellationRequested(() => {
      abort.abort();
    });
    try {
      const record = await session.client.updateConnection(target.id, body, abort.signal, (seconds) => {
        progress.report({ message: seconds > 0 ? `${plainText(target.tenantName)} asks to slow down. Going on in ${seconds} s.` : "" });
      });
      session.store.apply(record);
      void vscode.window.showInformationMessage(`Pushed. ${plainText(record.name)} is ${record.ready ? "ready" : "not ready"}.`);
    } catch (error) {
      void tell(services, session, error, target.name ?? target.id);
    }
  });
}

/** What the language server says the file holds; null where the file is gone. */
async function inspect({ languageServer }: Services, document: vscode.TextDocument): Promise<InspectResult | null> {
  return languageServer.request<InspectResult | null>(INSPECT, { uri: document.uri.toString() } satisfies InspectParams);
}

/** Whether errors stop the push; then says how many there are, and shows the first on request. */
async function stoppedByErrors(document: vscode.TextDocument, { problems, firstError: first }: InspectResult): Promise<boolean> {
  if (problems.errors === 0) return false;
  const show = "Show Problems";
  const what = problems.errors === 1 ? "There is 1 problem" : `There are ${problems.errors} problems`;
  const place = first ? ` The first is in line ${first.start.line + 1}.` : "";
  const answer = await vscode.window.showErrorMessage(`${what} to solve before ${nameOf(document)} can be pushed.${place}`, show);
  if (answer === show && first) {
    const selection = new vscode.Range(first.start.line, first.start.character, first.end.line, first.end.character);
    await vscode.window.showTextDocument(document, { selection });
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }
  return true;
}

async function findTarget(services: Services, document: vscode.TextDocument, file: InspectResult): Promise<Chosen | undefined> {
  const remembered = services.memory.target(document.uri);
  const session = await findSession(services, file, remembered?.origin);
  if (!session || (!session.signedIn && !(await signInTo(services, session)))) return undefined;
  const known = file.id?.value ?? (remembered?.origin === session.tenant.origin ? remembered.id : undefined);
  if (known !== undefined) return { session, id: known };
  const connection = await pickConnection(services, session, `Push ${nameOf(document)} to which connection?`);
  if (!connection) return undefined;
  if (file.shape === "bare") await services.memory.rememberTarget(document.uri, { origin: session.tenant.origin, id: connection.id });
  else if (!(await offerToWrite(document, session, connection.id))) return undefined;
  return { session, id: connection.id };
}

async function findSession(services: Services, file: InspectResult, origin: string | undefined): Promise<Session | undefined> {
  const host = file.tenant?.value;
  if (host === undefined) {
    return (origin === undefined ? undefined : services.sessions.withOrigin(origin)) ?? pickSession(services, "Push to which tenant?");
  }
  const session = services.sessions.withHost(host);
  if (session) return session;
  const add = "Add Tenant";
  const message = `This file belongs to ${plainText(host)}, which is not among your tenants. Nothing was sent.`;
  if ((await vscode.window.showErrorMessage(message, add)) === add) await vscode.commands.executeCommand("vaultconn.addTenant");
  return undefined;
}

/** @returns false where the person closed the question, which stops the push. */
async function offerToWrite(document: vscode.TextDocument, { tenant }: Session, id: string): Promise<boolean> {
  const write = "Write Into File";
  const once = "Only This Time";
  const detail = "With id and tenant in the file, the next push goes to the same connection without asking.";
  const answer = await vscode.window.showInformationMessage(`Write the connection into ${nameOf(document)}?`, { modal: true, detail }, write, once);
  if (answer !== write) return answer === once;
  if (await writeTarget(document, { id, tenantHost: tenant.host })) return true;
  void vscode.window.showErrorMessage(`${nameOf(document)} could not be changed, so nothing was sent. Check that it can be written, then push again.`);
  return false;
}

function nameOf(document: vscode.TextDocument): string {
  return plainText(document.uri.path.split("/").at(-1) ?? "");
}
