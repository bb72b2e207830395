import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { checkUpdate } from "../../../../schemas/check.js";
import { escapeReferences } from "../../../../schemas/references.js";
import { plainText } from "../../plainText.js";
import type { PushRequest } from "../../push/prepare.js";
import { runPush } from "../../push/run.js";
import { offerTitle, outcomeSentence } from "../../push/outcomeSentence.js";
import { recordToRemember, type Outcome } from "../../push/outcome.js";
import { askPerson } from "../../push/surface/decisions.js";
import { followPush } from "../../push/surface/progress.js";
import { asNode, type ConnectionNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { checkOpenPush } from "./checkOpenPush.js";
import { followRename } from "./pushRequest.js";
import { orTellUnexpected } from "../unexpected.js";

/**
 * Gives a connection another name: an update with the name alone, reviewed as
 * every push is. A key comes without a row, and means the one that has the focus.
 */
export async function rename(services: Services, argument?: unknown): Promise<void> {
  const node = argument === undefined ? await services.sidebar.focused() : asNode(argument);
  if (node?.kind !== "connection") return;
  const { session, connection } = node;
  const name = await vscode.window.showInputBox({
    title: l10n.t("Rename {0}", plainText(connection.name)),
    prompt: l10n.t("The new name, 1 to 150 characters. The setup stays as it is."),
    value: connection.name,
    ignoreFocusOut: true,
    validateInput: (text) => nameProblem(text),
  });
  if (name === undefined || name === connection.name) return;
  const request: PushRequest = {
    service: session.client,
    tenant: session.tenant,
    id: connection.id,
    name: connection.name,
    file: "",
    // A `${` in a name that is typed here is nothing but text.
    written: { request: { name: escapeReferences(name) }, leftOut: [] },
    sources: {
      trusted: false,
      environment: () => undefined,
      secret: () => Promise.resolve(undefined),
      file: () => Promise.resolve({ ok: false, fault: "no-folder" }),
    },
  };
  const title = l10n.t("Renaming {0}", plainText(connection.name));
  const outcome = await followPush(title, session.tenant, (options) =>
    runPush(request, askPerson(session.tenant, services.reviews), services, options),
  );
  const known = recordToRemember(outcome);
  if (known) session.store.apply(known.record);
  await followRename(services, request, outcome);
  if (outcome.kind === "compare")
    await services.reviews.compare(
      outcome.views,
      { origin: session.tenant.origin, id: connection.id },
      connection.name,
    );
  // The message stays until it is answered.
  void orTellUnexpected(services, "vaultconn.rename", () => tellRename(services, node, name, outcome));
}

/** Tells how a rename ended, and finds out on request what became of one whose outcome is not known. */
async function tellRename(
  services: Services,
  { session, connection }: ConnectionNode,
  name: string,
  outcome: Outcome,
): Promise<void> {
  const { tenant } = session;
  const { text, severity, offers } = outcomeSentence(outcome, {
    tenant: tenant.name,
    connection: connection.name,
    sentName: name,
    now: Date.now(),
  });
  if (text === "") return;
  const buttons = offers.filter((offer) => offer === "checkAgain").map(offerTitle);
  const answer = await (severity === "information"
    ? vscode.window.showInformationMessage(text, ...buttons)
    : vscode.window.showWarningMessage(text, ...buttons));
  const entry = services.journal.lastTo({ origin: tenant.origin, id: connection.id });
  if (answer === undefined || !entry) return;
  // The tenant may have been changed since, and its session with it.
  const { client } = services.sessions.withOrigin(tenant.origin) ?? session;
  await tellRename(services, { kind: "connection", session, connection }, name, {
    ...(await checkOpenPush(services, entry, client)),
    cause: undefined,
  });
}

function nameProblem(name: string): string | undefined {
  const [fault] = checkUpdate({ name });
  if (fault?.code === "too-short") return l10n.t("A connection needs a name.");
  return fault ? l10n.t("A name has {0} characters at most.", fault.limit ?? 0) : undefined;
}
