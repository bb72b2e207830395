import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type ConnectionKey, isNamed, type NamedConnection } from "../../core/connections/connectionKey.js";
import { digestValues } from "../../core/secrets/valueDigests.js";
import { requestedUpdate, nameOfFile, summarizeNames, refuseErrors } from "../editor/inspection.js";
import { assignFile } from "../../core/planning/assignFiles.js";
import { messageFor } from "../../core/push/outcomes.js";
import type { FileContents, NotSent, PushRequest } from "../../core/push/pushTypes.js";
import type { ConnectionNode } from "../tenants/nodes.js";
import type { PushServices } from "./pushServices.js";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { fileConnectionName, idOfFile, sessionOfFile, tenantOfFile } from "../editor/tenantOfFile.js";
import { statOf } from "../editor/setupFiles.js";
import { sourcesFor } from "../secrets/valueSources.js";
import { writeTarget } from "../editor/writeSetupFile.js";
import type { Session } from "../tenants/sessions.js";
import { pickConnection } from "../tenants/searchConnections.js";
import { ensureSignedIn } from "../tenants/signIn.js";

/** The encodings of setup files, as VS Code names them. */
const UNICODE: ReadonlySet<string> = new Set(["utf8", "utf8bom", "utf16le", "utf16be"]);

/** A request whose file is saved and read again once it's chosen. */
export interface FileRequest extends PushRequest {
  readonly read?: () => Promise<FileContents | NotSent>;
}

/** Signs in for files, then names those that can't be pushed or compared together, and leaves them out. */
export async function readyFiles(
  services: PushServices,
  files: readonly vscode.Uri[],
): Promise<readonly FileRequest[]> {
  await signInFor(services, signedOutOf(services, files));
  const requests = await readyRequests(services, files);
  const skipped = files.filter((uri) => !requests.some(({ file }) => file === uri.toString()));
  if (skipped.length > 0)
    vscode.window.showWarningMessage(
      l10n.t(
        "Left out: {0}. To push or compare several files together, each must have no problems, have an ID, and belong to a tenant that you're signed in to.",
        summarizeNames(skipped),
      ),
    );
  return requests;
}

/** The tenants of files that the user is signed out of. */
export function signedOutOf(
  { sessions, setupFiles, memory }: PushServices,
  files: readonly vscode.Uri[],
): ReadonlySet<Session> {
  const all = files.flatMap((file) => {
    const named = setupFiles.namedBy(file);
    return tenantOfFile(sessions, named?.tenant, memory.of(file, named)) ?? [];
  });
  return new Set(all.filter(({ signedIn }) => !signedIn));
}

/** @returns whether the user signed in to one of them. */
export async function signInFor(services: PushServices, sessions: ReadonlySet<Session>): Promise<boolean> {
  let isAny = false;
  for (const session of sessions) isAny = (await ensureSignedIn(services, session)) !== undefined || isAny;
  return isAny;
}

/** Runs a command on a single row, or on the files of several rows together. */
export function onRows(
  one: (services: PushServices, row: ConnectionNode) => Promise<void>,
  together: (services: PushServices, files: readonly vscode.Uri[]) => Promise<void>,
) {
  return async (services: PushServices, rows: readonly ConnectionNode[]): Promise<void> => {
    const [first, ...others] = rows;
    if (first && others.length === 0) return one(services, first);
    const files = rows.flatMap(({ connection, session }) =>
      services.setupFiles.filesFor(connection.id, session.tenant.host),
    );
    if (files.length > 0) return together(services, files);
    vscode.window.showInformationMessage(
      l10n.t("None of the selected connections has a setup file in this workspace."),
    );
  };
}

/** Why a file can't be pushed together with others. */
export type Obstacle = NonNullable<ReturnType<typeof assignFile>["obstacle"]> | "signedOut";

/** @returns undefined if there's no such file. */
export async function requestOrObstacle(
  services: PushServices,
  file: vscode.Uri,
): Promise<FileRequest | Obstacle | undefined> {
  const inspected = await services.fileStates.inspect(file);
  if (!inspected) return undefined;
  const remembered = services.memory.ofLinked(file, inspected);
  const known = remembered && services.sessions.withOrigin(remembered.origin);
  const linked = known && { id: remembered.id, tenant: known.tenant.host };
  const tenants = services.sessions.all.map((session) => ({ host: session.tenant.host, session }));
  const { tenant, id, obstacle } = assignFile({ inspected, linked }, tenants, inspected.errors > 0);
  if (obstacle === "noTenant" && !inspected.tenant) return "noId";
  if (obstacle || !tenant) return obstacle;
  const { session } = tenant;
  return session.signedIn ? requestFor(services, file, inspected, { session, id }) : "signedOut";
}

/** Leaves out files that have errors, or no connection of a signed-in tenant. */
export async function readyRequests(services: PushServices, files: readonly vscode.Uri[]) {
  const requests = await Promise.all(files.map((file) => requestOrObstacle(services, file)));
  return requests.filter((request) => typeof request === "object");
}

export async function requestFor(
  services: PushServices,
  uri: vscode.Uri,
  inspected: InspectResult,
  { session, id }: Chosen,
): Promise<FileRequest> {
  const { memory, secrets, digests, rotations, locks } = services;
  const { client: service, tenant, store } = session;
  const remembered = memory.about(uri, { origin: tenant.origin, id })?.record;
  const named = namedBy(services, uri, inspected);
  return {
    service,
    tenant,
    id,
    name: store.find(id)?.name ?? remembered?.name,
    label: fileConnectionName(uri, inspected.request.name),
    file: uri.toString(),
    named,
    inspected,
    digest: await digests.of(requestedUpdate(inspected)),
    digestValues: (values, about) => digestValues(values, about, digests),
    read: () => contentsOf(services, uri, inspected, { named, origin: tenant.origin, id }),
    rotation: rotations.partOf(inspected.references),
    remembered,
    locked: await locks.of(uri, tenant.host, id),
    sources: await sourcesFor(uri, secrets),
  };
}

/**
 * Saves a file, and inspects it unless `known` is of its current version.
 * @returns undefined if the file is gone, `false` if it couldn't be saved.
 */
async function savedAndRead(
  { fileStates }: PushServices,
  document: vscode.TextDocument,
  known?: InspectResult,
): Promise<InspectResult | false | undefined> {
  // VS Code reports why a file can't be saved. Only the push of this file ends.
  if (document.isDirty && !(await Promise.resolve(document.save()).catch(() => false))) return false;
  // Settings, or a person, may have it read as something else, which would send other characters than the file has.
  if (!UNICODE.has(document.encoding) && (await statOf(document.uri)))
    await vscode.workspace.openTextDocument(document.uri, { encoding: "utf8" });
  if (known?.version === document.version) return known;
  return (await fileStates.inspect(document.uri)) ?? undefined;
}

/** The connection that a file names, or the one that it's linked to. */
export function namedBy(
  { memory }: Pick<PushServices, "memory">,
  uri: vscode.Uri,
  inspected: InspectResult,
): NamedConnection | undefined {
  const linked = memory.ofLinked(uri, inspected);
  const id = idOfFile(inspected.id?.value, undefined, linked);
  const tenant = inspected.tenant?.value.toLowerCase();
  // Only a bare setup is linked without naming its connection.
  return id === undefined ? undefined : { id, tenant: inspected.id || !linked ? tenant : new URL(linked.origin).host };
}

/** Whether a file was changed since its push was requested, so that its push would go elsewhere. */
export function isForAnother(
  { named, ...target }: ConnectionKey & Pick<PushRequest, "named">,
  now: NamedConnection | undefined,
): boolean {
  return !isDeepStrictEqual(named, now) && !(now && isNamed(now, target));
}

/** Reads a file again just before its push. */
async function contentsOf(
  services: PushServices,
  uri: vscode.Uri,
  known: InspectResult,
  target: Parameters<typeof isForAnother>[0],
): Promise<FileContents | NotSent> {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  const inspected = document
    ? await savedAndRead(services, document, known)
    : ((await services.fileStates.inspect(uri)) ?? undefined);
  if (inspected === false) return { kind: "notSaved", file: nameOfFile(uri) };
  if (!(await statOf(uri))) return { kind: "deleted", file: nameOfFile(uri) };
  if (!inspected || (inspected.errors > 0 && !(known.unknown && inspected.unknown))) return { kind: "invalid" };
  if (isForAnother(target, namedBy(services, uri, inspected))) return { kind: "otherTarget", file: nameOfFile(uri) };
  return { inspected, digest: await services.digests.of(requestedUpdate(inspected)) };
}

/**
 * @param chosen the target, if the caller knows it.
 * @param ofRow the tenant of the row that the command was called on.
 * @param pushAnyway what to offer for a setup that this version doesn't know; undefined if the user accepts it.
 * @returns undefined if the file can't be pushed. The user has been told why.
 */
export async function requestOf(
  services: PushServices,
  document: vscode.TextDocument,
  chosen: Chosen | undefined,
  ofRow: Session | undefined,
  pushAnyway: (() => Promise<void>) | undefined,
): Promise<FileRequest | undefined> {
  const inspected = await savedAndRead(services, document);
  if (inspected === false) {
    const outcome = { kind: "notSaved", file: nameOfFile(document.uri) } as const;
    vscode.window.showErrorMessage(messageFor(outcome, { tenant: "", connection: "" }).text);
  }
  if (!inspected) return undefined;
  const isAccepted = inspected.unknown && !pushAnyway;
  if (!isAccepted && refuseErrors(document.uri, inspected, pushAnyway)) return undefined;
  const target = chosen ?? (await chooseTarget(services, document, inspected, "push", ofRow));
  return target && requestFor(services, document.uri, inspected, target);
}

export interface Chosen {
  readonly session: Session;
  readonly id: string;
}

type Purpose = "push" | "compare";

/**
 * The connection that a file is linked to, or one that the user chooses, once or permanently.
 * @param ofRow the tenant to use if the file names none.
 * @returns undefined if there's none. The user has been told why.
 */
export async function chooseTarget(
  services: PushServices,
  document: vscode.TextDocument,
  inspected: InspectResult,
  purpose: Purpose,
  ofRow?: Session,
): Promise<Chosen | undefined> {
  const question = purpose === "push" ? l10n.t("Push to which tenant?") : l10n.t("Compare with which tenant?");
  const found = await sessionOfFile(services, document.uri, inspected, question, ofRow);
  const session = await ensureSignedIn(services, found);
  if (!session) return undefined;
  const linked = services.memory.ofLinked(document.uri, inspected);
  const known = idOfFile(inspected.id?.value, session, linked);
  if (known !== undefined) return { session, id: known };
  return chooseConnection(services, document, inspected, session, purpose);
}

export async function chooseConnection(
  services: PushServices,
  document: vscode.TextDocument,
  inspected: InspectResult,
  session: Session,
  purpose: Purpose,
): Promise<Chosen | undefined> {
  const { origin } = session.tenant;
  const last = services.memory.get(document.uri);
  const name = nameOfFile(document.uri);
  const question =
    purpose === "push"
      ? l10n.t("Push {0} to which connection?", name)
      : l10n.t("Compare {0} with which connection?", name);
  const connection = await pickConnection(session, question, {
    label: l10n.t("last choice"),
    fits: ({ id }) => last?.origin === origin && last.id === id,
  });
  if (!connection) return undefined;
  const chosen = { session, id: connection.id };
  const linked = inspected.shape === "bare";
  if (!linked && !(await offerToWrite(document, chosen))) return undefined;
  const key = { origin, id: connection.id };
  await services.memory.remember(document.uri, { ...services.memory.about(document.uri, key), ...key, linked });
  return chosen;
}

/** @returns false if the user closed the question, which cancels the command. */
async function offerToWrite(document: vscode.TextDocument, { session, id }: Chosen): Promise<boolean> {
  const name = nameOfFile(document.uri);
  const [write, once] = [l10n.t("Write to File"), l10n.t("Only This Time")];
  const detail = l10n.t(
    "With the ID and tenant in the file, the next push goes to the same connection without asking.",
  );
  const question = l10n.t("Write the connection to {0}?", name);
  const answer = await vscode.window.showInformationMessage(question, { modal: true, detail }, write, once);
  if (answer !== write) return answer === once;
  if (await writeTarget(document, { id, tenantHost: session.tenant.host })) return true;
  vscode.window.showErrorMessage(
    l10n.t("{0} couldn't be changed, so nothing was sent. Make the file writable, or choose Only This Time.", name),
  );
  return false;
}
