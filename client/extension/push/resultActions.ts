import * as vscode from "vscode";
import { referenceText } from "../../../schemas/references.js";
import { distinct } from "../../core/secrets/resolve.js";
import { countsAs } from "../../core/push/outcomes.js";
import type { PushResult } from "../../core/push/pushTypes.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { missingIn } from "../actions.js";
import { nameOfFile, rangeOf } from "../editor/inspection.js";
import { statOf } from "../editor/setupFiles.js";
import { askForSecret } from "../secrets/askForSecret.js";
import type { PushServices } from "./pushServices.js";
import { sessionNow } from "../tenants/sessionOf.js";
import { signInAndWait } from "../tenants/signIn.js";
import { pushTogether } from "./push.js";
import { chooseConnection, isForAnother, namedBy } from "./requests.js";
import { checkAndPresent, newName, pushFile, pushName, showKnown } from "./runPushes.js";

/** What commands do that are called on the result of a push, by the buttons of its message. */

/** Repeats pushes together, or a single one. */
export async function pushAgain(services: PushServices, results: readonly PushResult[]): Promise<void> {
  const [first, ...others] = results;
  if (first && others.length === 0) return pushOneAgain(services, first);
  await pushTogether(
    services,
    results.map(({ target }) => vscode.Uri.parse(target.file)),
  );
}

/** Repeats a push: the file to the same connection, unless it names another one by now, or the new name. */
async function pushOneAgain(services: PushServices, { target, request }: PushResult): Promise<void> {
  const { origin, id, file, connection, sentName } = target;
  if (file !== "") {
    // The tenant may have changed since then, so look up its session again.
    const session = services.sessions.withOrigin(origin);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(file));
    const inspected = await services.fileStates.inspect(document.uri);
    const isElsewhere =
      inspected && isForAnother({ named: request?.named, origin, id }, namedBy(services, document.uri, inspected));
    const same = session && !isElsewhere ? { session, id } : undefined;
    return pushFile(services, document, same, undefined, request?.inspected.unknown !== undefined);
  }
  const session = sessionNow(services, target);
  const inspected = request?.inspected ?? (sentName === undefined ? undefined : newName(sentName));
  if (session && inspected) await pushName(services, session, { id, name: connection }, inspected);
}

/** Writes a file that was deleted from its editor, and repeats its push. */
export async function saveAndPushAgain(services: PushServices, result: PushResult): Promise<void> {
  const file = vscode.Uri.parse(result.target.file);
  await vscode.window.showTextDocument(file, { preview: false });
  // Unlike `TextDocument.save`, the command also writes a document without changes.
  await vscode.commands.executeCommand("workbench.action.files.save");
  if (await statOf(file)) await pushOneAgain(services, result);
}

export async function checkAgain(services: PushServices, results: readonly PushResult[]): Promise<void> {
  const entries = results.flatMap(({ target }) => services.journal.lastTo(target) ?? []);
  if (entries.length > 0) return checkAndPresent(services, entries);
  for (const { target } of results)
    showKnown(target.file === "" ? sanitizeText(target.connection) : nameOfFile(vscode.Uri.parse(target.file)));
}

/** Signs in and repeats the pushes, all of one outcome. Those that may have been applied aren't sent again, but checked. */
export async function signInAndContinue(services: PushServices, results: readonly PushResult[]): Promise<void> {
  const [first] = results;
  const session = first && sessionNow(services, first.target);
  if (!session || !(await signInAndWait(services, session))) return;
  await (countsAs(first.outcome) === "failure" ? pushAgain : checkAgain)(services, results);
}

/** Pushes the file to another connection. */
export async function pushElsewhere(services: PushServices, { target }: PushResult): Promise<void> {
  const session = sessionNow(services, target);
  if (!session) return;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(target.file));
  const inspected = await services.fileStates.inspect(document.uri);
  const other = inspected && (await chooseConnection(services, document, inspected, session, "push"));
  if (other) await pushFile(services, document, other);
}

export async function showPushedRecord(
  { sessions, records }: PushServices,
  { target, outcome }: PushResult,
): Promise<void> {
  const session = sessions.withOrigin(target.origin);
  const record = "record" in outcome ? outcome.record : session?.store.find(target.id);
  if (record) await records.show(session?.tenant ?? target, record);
}

/**
 * Asks for the first missing value, the same in all files, and for others of its kind. Then repeats the pushes. Where
 * files refer to a variable, replaces that with a reference to the secret.
 */
export async function storeMissingAndPush(services: PushServices, results: readonly PushResult[]): Promise<void> {
  const kind = results[0] && missingIn(results[0])?.kind;
  const problems = results.flatMap(({ outcome }) => (outcome.kind === "unresolved" ? outcome.problems : []));
  const missing = distinct(
    problems.flatMap(({ reference, next }) =>
      next === "storeSecret" && reference?.kind === kind ? (reference ?? []) : [],
    ),
  );
  for (const { name } of missing) {
    if (!(await askForSecret(services, { name }))) return;
    if (kind === "env") await replaceVariable(services, results, name);
  }
  if (missing.length > 0) await pushAgain(services, results);
}

async function replaceVariable(services: PushServices, results: readonly PushResult[], name: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { target } of results) {
    const file = vscode.Uri.parse(target.file);
    const inspected = await services.fileStates.inspect(file);
    for (const reference of inspected?.references ?? [])
      if (reference.kind === "env" && reference.name === name)
        edit.replace(file, rangeOf(reference.range), referenceText({ kind: "secret", name }));
  }
  await vscode.workspace.applyEdit(edit);
}
