import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { setupFileName } from "../../core/files/setupFileName.js";
import { pathFrom, pathOfCopy, copiedReferences, copySetup, type CopySource } from "../../core/files/setupCopy.js";
import { quotedName } from "../../core/push/outcomes.js";
import { SAMPLE_HOST } from "../../core/sample/sampleRecords.js";
import { isSample } from "../../core/sample/sampleTenant.js";
import { referenceKey } from "../../core/secrets/resolve.js";
import { nameProblem } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { formatNarrowList } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { currentSetupFile } from "./currentSetupFile.js";
import { nameOfFile, namesOfSecrets } from "./inspection.js";
import { placeSetupFile } from "./writeSetupFile.js";
import { lastSeen, tenantOfFile } from "./tenantOfFile.js";
import type { EditorServices } from "./editorServices.js";
import { editTenant } from "../tenants/changeTenant.js";
import { asNode } from "../tenants/nodes.js";
import { type ChosenConnection, type Likely, pickConnection } from "../tenants/searchConnections.js";
import type { Session } from "../tenants/sessions.js";
import { pickOtherSession } from "../tenants/sessionOf.js";
import { ensureSignedIn } from "../tenants/signIn.js";
import { runSteps, type Step } from "../ui/steps.js";
import { parseReferences, referenceText } from "../../../schemas/references.js";
import type { InspectResult } from "../../../server/protocol/messages.js";

/** Copies a setup file for a connection of another tenant, and opens the copy. Sends nothing. */
export async function copyToTenant(services: EditorServices, argument?: unknown): Promise<void> {
  const document = await currentSetupFile(services, argument);
  const file = document && (await services.fileStates.inspect(document.uri));
  if (!file) return;
  const source = { text: document.getText(), bare: file.shape === "bare" };
  const own =
    asNode(argument)?.session ?? tenantOfFile(services.sessions, file.tenant?.value, services.memory.get(document.uri));
  if (refuse(document.uri, source, own, file)) return;
  const target = await chooseCopyTarget(services, document.uri, file, own);
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
  const taken = await namesOfSecrets(services.secrets, services.languageServer);
  const { id, name } = connection;
  const copy = rename && copySetup(source, { id, name, tenantHost, tenantName: tenant, rename, taken });
  if (!copy) return;
  const isBeside = folder?.path === pathOfCopy(uri.path, []);
  const fileName = setupFileName(isBeside ? `${name} ${tenant}` : name, id);
  await placeSetupFile(services, { ...copy, folder, fileName }, target);
  if (copy.stored.length > 0)
    void vscode.window.showInformationMessage(
      l10n.t(
        "Secrets aren't copied to another tenant. Store values for {0}.",
        formatNarrowList(copy.stored.map((secret) => referenceText({ kind: "secret", name: secret }))),
      ),
    );
}

/** Explains why a file can't be copied. @returns whether it can't. */
function refuse(uri: vscode.Uri, source: CopySource, own: Session | undefined, { tenant }: InspectResult): boolean {
  if (tenant?.value === SAMPLE_HOST || (own && isSample(own.tenant)))
    void vscode.window.showInformationMessage(l10n.t("Files of the sample can't be copied to other tenants."));
  else if (!copiedReferences(source))
    void vscode.window.showWarningMessage(
      l10n.t("{0} wasn't copied. Fix the problems in its text first.", nameOfFile(uri)),
    );
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

/**
 * Asks for the target. The connection with the same name and application comes first, but isn't chosen automatically.
 */
async function chooseCopyTarget(
  services: EditorServices,
  uri: vscode.Uri,
  file: InspectResult,
  own: Session | undefined,
): Promise<ChosenConnection | undefined> {
  const name = nameOfFile(uri);
  const found = await pickOtherSession(
    services,
    l10n.t("Copy {0} to which tenant?", name),
    (session) => session !== own && session.tenant.host !== file.tenant?.value && !isSample(session.tenant),
  );
  if (!found || !(await isWanted(services, found))) return undefined;
  const session = await ensureSignedIn(services, found);
  if (!session) return undefined;
  const title = l10n.t("Copy {0} to which connection of {1}?", name, sanitizeText(session.tenant.name));
  const connection = await pickConnection(session, title, await likely(services, uri, file, own));
  return connection && { session, connection };
}

/** Warns about a read-only tenant before any other question, since pushes to it are refused. */
async function isWanted(services: EditorServices, session: Session): Promise<boolean> {
  const { tenant } = session;
  if (!tenant.readOnly) return true;
  const [edit, copy] = [l10n.t("Edit Tenant…"), l10n.t("Copy Anyway")];
  const answer = await vscode.window.showWarningMessage(
    l10n.t("{0} is marked as read-only.", sanitizeText(tenant.name)),
    { modal: true, detail: l10n.t("You can't push the copy while the tenant is read-only.") },
    // A tenant from the environment can't be edited.
    ...(tenant.local ? [] : [edit]),
    copy,
  );
  if (answer === edit) await editTenant(services, { kind: "tenant", session });
  return answer === copy;
}

async function likely(
  { memory }: EditorServices,
  uri: vscode.Uri,
  { id, request }: InspectResult,
  own: Session | undefined,
): Promise<Likely> {
  const remembered = memory.get(uri);
  const known = id?.value ?? remembered?.id ?? "";
  if (own?.signedIn === true) await own.store.load();
  const name = lastSeen(known, own, remembered)?.name ?? request.name;
  const application = own?.store.find(known)?.app_id;
  return {
    label: application === undefined ? l10n.t("same name") : l10n.t("same name and application"),
    fits: (other) => other.name === name && (application === undefined || other.app_id === application),
  };
}

/**
 * @param tenant the name of the copy's tenant.
 * @returns the names of references in the copy; undefined if the user pressed Escape.
 */
async function askForReferenceNames(
  title: string,
  tenant: string,
  references: readonly NamedReference[],
): Promise<((reference: NamedReference) => string) | undefined> {
  if (references.length === 0) return ({ name }) => name;
  const choice = { isRenamed: false };
  const names = new Map<string, string>();
  const nameOf = (reference: NamedReference) => names.get(referenceKey(reference)) ?? reference.name;
  const choiceStep = (): Step => ({
    kind: "choice",
    prompt: l10n.t("Choose the reference names in the copy"),
    items: [
      {
        id: "keep",
        label: l10n.t("Keep the reference names"),
        detail: l10n.t(
          "Both tenants use the same values: {0}",
          sanitizeLabel(formatNarrowList(references.map(({ name }) => name))),
        ),
        chosen: !choice.isRenamed,
      },
      {
        id: "rename",
        label: l10n.t("Use new names for {0}…", sanitizeLabel(tenant)),
        detail: l10n.t("You can keep or change each name."),
        chosen: choice.isRenamed,
      },
    ],
    accept: ([id]) => (choice.isRenamed = id === "rename"),
  });
  const nameStep = (reference: NamedReference): Step => ({
    kind: "text",
    prompt: l10n.t("Enter the name of {0} for {1}", referenceText(reference), tenant),
    value: nameOf(reference),
    check: (text) => problemOf(reference, text.trim()),
    accept: (text) => names.set(referenceKey(reference), text.trim()),
  });
  if (!(await runSteps(title, () => [choiceStep(), ...(choice.isRenamed ? references.map(nameStep) : [])])))
    return undefined;
  return choice.isRenamed ? nameOf : ({ name }) => name;
}

function problemOf({ kind }: NamedReference, text: string): string | undefined {
  if (kind === "file")
    return text === "" || text.includes("}") ? l10n.t("Enter the path of a file, without a brace.") : undefined;
  if (kind !== "provider") return nameProblem(text);
  const written = referenceText({ kind, name: text });
  const [reference] = parseReferences(written).references;
  return reference?.kind === kind && reference.end === written.length
    ? undefined
    : l10n.t("Write the name of a provider, a colon and a path.");
}
