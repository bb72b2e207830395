import * as vscode from "vscode";
import { referenceText } from "../../../../schemas/references.js";
import type { InspectResult } from "../../../../server/protocol/messages.js";
import { UPDATE_SCOPE } from "../../service/signIn/claims.js";
import { refusedProperty, type Outcome } from "../../push/outcome.js";
import { offerTitle, outcomeSentence, type Offer, type OutcomeSentence } from "../../push/outcomeSentence.js";
import type { PushRequest } from "../../push/prepare.js";
import type { ReferenceProblem } from "../../secrets/problems.js";
import type { Services } from "../../services.js";
import { checkOpenPush } from "./checkOpenPush.js";
import { chooseConnection, type Chosen } from "./chooseTarget.js";

/** The push an outcome is about. */
export interface ToldPush {
  readonly document: vscode.TextDocument;
  readonly chosen: Chosen;
  readonly file: InspectResult;
  readonly request: PushRequest;
  /** Pushes the file once more, to this connection or another. */
  readonly again: (chosen: Chosen) => Promise<void>;
}

/** Tells how a push ended, in the file too where a property is to blame, and does what the person chooses next. */
export async function tellPush(services: Services, told: ToldPush, outcome: Outcome): Promise<void> {
  const { tenant, id, name, written } = told.request;
  if (outcome.kind === "compare")
    await services.reviews.compare(outcome.views, { origin: tenant.origin, id }, name ?? id);
  const sentName =
    typeof written.request.name === "string" && !written.request.name.includes("${") ? written.request.name : undefined;
  const sentence = outcomeSentence(outcome, { tenant: tenant.name, connection: name ?? id, sentName, now: Date.now() });
  markInFile(services, told, outcome, sentence);
  if (sentence.text === "") return;
  const labels = [...sentence.offers.map(offerTitle), ...(sentence.next ? [sentence.next.title] : [])];
  const answer = await show(sentence)(sentence.text, ...new Set(labels));
  const offer = sentence.offers.find((candidate) => offerTitle(candidate) === answer);
  if (offer) await follow(services, told, outcome, offer);
  else if (answer !== undefined && sentence.next)
    await vscode.commands.executeCommand(sentence.next.command, ...(sentence.next.args ?? []));
}

function show({ severity }: OutcomeSentence): (message: string, ...items: string[]) => Thenable<string | undefined> {
  switch (severity) {
    case "information":
      return vscode.window.showInformationMessage;
    case "warning":
      return vscode.window.showWarningMessage;
    case "error":
      return vscode.window.showErrorMessage;
  }
}

/** What the service or a reference complained about stands in the file too, until the file is changed. */
function markInFile(
  { refusals }: Services,
  { document, file }: ToldPush,
  outcome: Outcome,
  { text }: OutcomeSentence,
): void {
  const named = refusedProperty(outcome);
  if (named) refusals.mark(document, [{ property: named, text }]);
  else if (outcome.kind === "unresolved")
    refusals.mark(
      document,
      outcome.problems.map((problem) => ({
        property: problem.property.map(String),
        text: problem.text,
        reference: document.version === file.version ? placeOf(problem, file) : undefined,
      })),
    );
  else refusals.clear(document.uri);
}

/** Where a reference without a value stands; undefined where the problem is another one. */
function placeOf(
  { reference, property }: ReferenceProblem,
  { references, shape }: InspectResult,
): vscode.Range | undefined {
  const path = String(shape === "bare" ? property.slice(1) : property);
  const at =
    reference &&
    references.find(
      ({ kind, name, property: other }) => kind === reference.kind && name === reference.name && String(other) === path,
    );
  return (
    at && new vscode.Range(at.range.start.line, at.range.start.character, at.range.end.line, at.range.end.character)
  );
}

/** Writes `secret` in the place of `env` where the file names a variable whose value is stored now. */
async function referToSecret({ document, file }: ToldPush, name: string): Promise<void> {
  if (document.version !== file.version) return;
  const edit = new vscode.WorkspaceEdit();
  for (const {
    range: { start, end },
  } of file.references.filter((reference) => reference.kind === "env" && reference.name === name)) {
    edit.replace(
      document.uri,
      new vscode.Range(start.line, start.character, end.line, end.character),
      referenceText({ kind: "secret", name }),
    );
  }
  await vscode.workspace.applyEdit(edit);
}

async function showRecord(
  { records }: Services,
  { tenant }: PushRequest,
  outcome: Outcome,
  { session, id }: Chosen,
): Promise<void> {
  const record = "record" in outcome ? outcome.record : session.store.find(id);
  if (record) await records.show(tenant.origin, record);
}

/** Looks once more into what became of the push, and tells that. */
async function checkAgain(services: Services, told: ToldPush, { session }: Chosen): Promise<void> {
  const { tenant, id } = told.request;
  const entry = services.journal.lastTo({ origin: tenant.origin, id });
  if (!entry) return;
  const verdict = await checkOpenPush(services, entry, session.client);
  await tellPush(services, told, { ...verdict, cause: undefined });
}

/** Asks for the value that was missing first. */
async function storeMissing(services: Services, told: ToldPush, outcome: Outcome): Promise<void> {
  const reference = outcome.kind === "unresolved" ? outcome.problems[0]?.reference : undefined;
  await vscode.commands.executeCommand("vaultconn.storeSecret", undefined, undefined, undefined, reference?.name);
  if (reference?.kind === "env" && services.secrets.names.includes(reference.name))
    await referToSecret(told, reference.name);
}

async function follow(services: Services, told: ToldPush, outcome: Outcome, offer: Offer): Promise<void> {
  const { document, file, request } = told;
  // The tenant may have been changed since, and its session with it.
  const chosen = {
    ...told.chosen,
    session: services.sessions.withOrigin(request.tenant.origin) ?? told.chosen.session,
  };
  const node = { kind: "tenant", session: chosen.session };
  switch (offer) {
    case "showRecord":
      await showRecord(services, request, outcome, chosen);
      return;
    case "showLog":
      services.log.show();
      return;
    case "showInFile":
      await services.refusals.reveal(document);
      return;
    case "checkAgain":
      await checkAgain(services, told, chosen);
      return;
    case "pushAgain":
    case "pushAnyway":
    case "retry":
    case "compare":
      await told.again(chosen);
      return;
    case "chooseConnection": {
      const other = await chooseConnection(services, document, file, chosen.session);
      if (other) await told.again(other);
      return;
    }
    case "refresh":
      await vscode.commands.executeCommand("vaultconn.refresh", node);
      return;
    case "signIn":
    case "signInDifferently":
      await vscode.commands.executeCommand("vaultconn.signIn", node);
      return;
    case "copyScope":
      await vscode.env.clipboard.writeText(UPDATE_SCOPE);
      return;
    case "storeSecret":
      await storeMissing(services, told, outcome);
      return;
    case "manageTrust":
      await vscode.commands.executeCommand("workbench.trust.manage");
  }
}
