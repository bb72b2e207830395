import * as vscode from "vscode";
import { checkUpdate } from "../../../schemas/check.js";
import { plainText } from "../plainText.js";
import type { PushRequest } from "../push/prepare.js";
import { runPush } from "../push/run.js";
import { outcomeSentence } from "../push/outcomeSentence.js";
import { recordToRemember } from "../push/outcome.js";
import { askPerson } from "../push/surface/decisions.js";
import { followPush } from "../push/surface/progress.js";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";

/** Gives a connection another name: an update with the name alone, reviewed as every push is. */
export async function rename(services: Services, argument?: unknown): Promise<void> {
  const node = asNode(argument);
  if (node?.kind !== "connection") return;
  const { session, connection } = node;
  const name = await vscode.window.showInputBox({
    title: `Rename ${plainText(connection.name)}`,
    prompt: "The new name, 1 to 150 characters. The setup stays as it is.",
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
    written: { request: { name: name.replaceAll("${", "$${") }, leftOut: [] },
    sources: { trusted: false, environment: () => undefined, secret: () => Promise.resolve(undefined), file: () => Promise.resolve({ ok: false, fault: "no-folder" }) },
  };
  const title = `Renaming ${plainText(connection.name)}`;
  const outcome = await followPush(title, session.tenant, (options) => runPush(request, askPerson(session.tenant, services.reviews), services, options));
  const known = recordToRemember(outcome);
  if (known) session.store.apply(known.record);
  const { text, severity } = outcomeSentence(outcome, { tenant: session.tenant.name, connection: connection.name, sentName: name, now: Date.now() });
  if (text !== "") void (severity === "information" ? vscode.window.showInformationMessage(text) : vscode.window.showWarningMessage(text));
}

function nameProblem(name: string): string | undefined {
  const [fault] = checkUpdate({ name });
  if (fault?.code === "too-short") return "A connection needs a name.";
  return fault ? `A name has ${fault.limit ?? 0} characters at most.` : undefined;
}
