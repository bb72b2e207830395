import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { setupFileName } from "../../core/files/setupFileName.js";
import { pathFrom, pathOfCopy, copiedReferences, copySetup, type CopySource } from "../../core/files/setupCopy.js";
import { quotedName } from "../../core/push/outcomes.js";
import { SAMPLE_HOST } from "../../core/sample/sampleRecords.js";
import { isSample } from "../../core/sample/sampleTenant.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { formatNarrowList } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { currentSetupFile } from "./currentSetupFile.js";
import { nameOfFile } from "./inspection.js";
import { namesOfSecrets } from "./languageServer.js";
import { placeSetupFile } from "./writeSetupFile.js";
import { tenantOfFile } from "./tenantOfFile.js";
import { askForReferenceNames } from "./askForReferenceNames.js";
import { chooseCopyTarget } from "./chooseCopyTarget.js";
import type { EditorServices } from "./editorServices.js";
import { asNode } from "../tenants/nodes.js";
import type { ChosenConnection } from "../tenants/searchConnections.js";
import type { Session } from "../tenants/sessions.js";
import { referenceText } from "../../../schemas/references.js";
import type { InspectResult } from "../../../server/protocol/messages.js";

/** Copies a setup file for a connection of another tenant, and opens the copy. Sends nothing. */
export async function copyToTenant(services: EditorServices, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  const inspected = document && (await services.fileStates.inspect(document.uri));
  if (!inspected) return;
  const source = { text: document.getText(), bare: inspected.shape === "bare" };
  const own =
    asNode(argument)?.session ??
    tenantOfFile(services.sessions, inspected.tenant?.value, services.memory.get(document.uri));
  if (refuse(document.uri, source, own, inspected)) return;
  const target = await chooseCopyTarget(services, document.uri, inspected, own);
  if (!target || (await opensOther(services, document.uri, target))) return;
  await copyTo(services, document, source, target);
}

async function copyTo(
  services: EditorServices,
  document: vscode.TextDocument,
  source: CopySource,
  target: ChosenConnection,
): Promise<void> {
  const { connection, session } = target;
  const { name: tenant, host: tenantHost } = session.tenant;
  const { uri } = document;
  const folder = document.isUntitled ? undefined : folderFor(services, uri, tenantHost);
  const moved = (reference: NamedReference) =>
    folder && reference.kind === "file"
      ? { ...reference, name: pathFrom(pathOfCopy(uri.path, []), reference.name, folder.path) }
      : reference;
  const title = l10n.t("Copy {0} to {1}", nameOfFile(uri), sanitizeText(tenant));
  const nameOf = await askForReferenceNames(title, tenant, (copiedReferences(source) ?? []).map(moved));
  const rename = nameOf && ((reference: NamedReference) => nameOf(moved(reference)));
  const taken = await namesOfSecrets(services);
  const { id, name } = connection;
  const copy = rename && copySetup(source, { id, name, tenantHost, tenantName: tenant, rename, taken });
  if (!copy) return;
  const isBeside = folder?.path === pathOfCopy(uri.path, []);
  const fileName = setupFileName(isBeside ? `${name} ${tenant}` : name, id);
  await placeSetupFile(services, { ...copy, folder, fileName }, target);
  if (copy.stored.length > 0)
    vscode.window.showInformationMessage(
      l10n.t(
        "Secrets aren't copied to another tenant. Store values for {0}.",
        formatNarrowList(copy.stored.map((secret) => referenceText({ kind: "secret", name: secret }))),
      ),
    );
}

/** Explains why a file can't be copied. @returns whether it can't. */
function refuse(uri: vscode.Uri, source: CopySource, own: Session | undefined, { tenant }: InspectResult): boolean {
  if (tenant?.value === SAMPLE_HOST || (own && isSample(own.tenant)))
    vscode.window.showInformationMessage(l10n.t("Files of the sample can't be copied to other tenants."));
  else if (!copiedReferences(source))
    vscode.window.showWarningMessage(l10n.t("{0} wasn't copied. Fix the problems in its text first.", nameOfFile(uri)));
  else return false;
  return true;
}

/** If the connection already has a setup file, asks whether to open that instead. @returns whether not to copy. */
async function opensOther({ setupFiles }: EditorServices, uri: vscode.Uri, { connection, session }: ChosenConnection) {
  const files = setupFiles.filesFor(connection.id, session.tenant.host);
  const other = files.find((file) => file.toString() !== uri.toString());
  if (!other) return false;
  const [open, copy] = [l10n.t("Open Setup File"), l10n.t("Copy Anyway")];
  const answer = await vscode.window.showWarningMessage(
    l10n.t("{0} already has a setup file in this workspace.", quotedName(connection)),
    { modal: true, detail: sanitizeText(vscode.workspace.asRelativePath(other)) },
    open,
    copy,
  );
  if (answer === open) await vscode.window.showTextDocument(other);
  return answer !== copy;
}

/** The folder that other files of the tenant are in. */
function folderFor({ setupFiles }: EditorServices, uri: vscode.Uri, tenantHost: string): vscode.Uri {
  const others = setupFiles.all.filter(
    ({ file, tenant }) =>
      tenant === tenantHost && file.scheme === uri.scheme && vscode.workspace.getWorkspaceFolder(file) !== undefined,
  );
  const paths = others.map(({ file }) => file.path);
  return uri.with({ path: pathOfCopy(uri.path, paths) });
}
