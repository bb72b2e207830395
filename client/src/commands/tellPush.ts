import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { UPDATE_SCOPE } from "../service/claims.js";
import { refusedProperty, type Outcome } from "../push/outcome.js";
import { offerTitles, outcomeSentence, type Offer, type OutcomeSentence } from "../push/outcomeSentence.js";
import type { PushRequest } from "../push/prepare.js";
import type { Services } from "../services.js";
import { checkLeftOver } from "../push/leftOver.js";
import { recordText } from "../sidebar/recordText.js";
import { chooseConnection, type Chosen } from "./chooseTarget.js";
import { noteOutcome } from "./pushRequest.js";

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
  if (outcome.kind === "compare") await services.reviews.compare(outcome.views, `${tenant.origin}/${id}`, name ?? id);
  const sentName = typeof written.request.name === "string" && !written.request.name.includes("${") ? written.request.name : undefined;
  const sentence = outcomeSentence(outcome, { tenant: tenant.name, connection: name ?? id, sentName, now: Date.now() });
  markInFile(services, told, outcome, sentence);
  if (sentence.text === "") return;
  const labels = [...sentence.offers.map((offer) => offerTitles[offer]), ...(sentence.next ? [sentence.next.title] : [])];
  const answer = await show(sentence)(sentence.text, ...new Set(labels));
  const offer = sentence.offers.find((candidate) => offerTitles[candidate] === answer);
  if (offer) await follow(services, told, outcome, offer);
  else if (answer !== undefined && sentence.next) await vscode.commands.executeCommand(sentence.next.command, ...(sentence.next.args ?? []));
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
function markInFile({ refusals }: Services, { document }: ToldPush, outcome: Outcome, { text }: OutcomeSentence): void {
  const named = refusedProperty(outcome);
  if (named) refusals.mark(document, [{ property: named, text }]);
  else if (outcome.kind === "unresolved") refusals.mark(document, outcome.problems.map((problem) => ({ property: problem.property.map(String), text: problem.text })));
  else refusals.clear(document.uri);
}

async function follow(services: Services, told: ToldPush, outcome: Outcome, offer: Offer): Promise<void> {
  const { document, chosen, file, request } = told;
  const node = { kind: "tenant", session: chosen.session };
  switch (offer) {
    case "showRecord": {
      const record = "record" in outcome ? outcome.record : chosen.session.store.find(chosen.id);
      if (record) await services.reviews.show(recordText(record), `${request.tenant.origin}/${record.id}`, "record");
      return;
    }
    case "showLog":
      services.log.show();
      return;
    case "showInFile":
      await services.refusals.reveal(document);
      return;
    case "checkAgain": {
      const entry = services.journal.open.find(({ origin, id }) => origin === request.tenant.origin && id === request.id);
      if (!entry) return;
      const verdict = await checkLeftOver(entry, chosen.session.client, services.journal);
      await services.history.add({ ...entry, time: entry.startedAt, outcome: verdict.kind });
      await noteOutcome(services, document.uri, request, { ...verdict, cause: undefined });
      await tellPush(services, told, { ...verdict, cause: undefined });
      return;
    }
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
    case "storeSecret": {
      const name = outcome.kind === "unresolved" ? outcome.problems[0]?.reference?.name : undefined;
      await vscode.commands.executeCommand("vaultconn.storeSecret", undefined, undefined, undefined, name);
      return;
    }
    case "manageTrust":
      await vscode.commands.executeCommand("workbench.trust.manage");
  }
}
