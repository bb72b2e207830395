import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Offered } from "./shownComparisons.js";
import { asNode, type ConnectionNode } from "../tenants/nodes.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import type { Services } from "../services.js";
import { filesOf, readyFiles, chooseChanged, requestOf, type Chosen } from "./requests.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { countsAs } from "../../core/push/outcomes.js";
import { displayNameOf, type PushRequest } from "../../core/push/request.js";
import type { Session } from "../tenants/session.js";
import { sessionNow } from "../tenants/sessionOf.js";
import { presentResults, type PushAgain } from "./present.js";
import { checkUpdate } from "../../../schemas/check.js";
import type { PushApprover } from "../../core/push/run.js";
import { escapeReferences } from "../../../schemas/references.js";
import { executePushes } from "../../core/push/pipeline.js";
import { decideConflicts, reviewPushes } from "./review.js";
import { showPushProgress } from "./progress.js";
import { runReportingErrors } from "../ui/runReportingErrors.js";

/** Sends a setup file as one update, after showing where it goes and what is sent. */
export async function push(services: Services, argument?: unknown): Promise<void> {
  const given = await currentSetupFile(services, argument);
  // A file that has no place yet gets one, and is another document there.
  const place = given?.isUntitled === true ? await vscode.workspace.save(given.uri) : undefined;
  const document = given?.isUntitled === true ? place && (await currentSetupFile(services, place)) : given;
  if (document) await pushFile(services, document, undefined, asNode(argument)?.session);
}

/** Pushes files that were chosen together, with one review; a single one as by itself. */
export async function pushTogether(services: Services, files: readonly vscode.Uri[]): Promise<void> {
  if (files.length === 1) return push(services, files[0]);
  const requests = await readyFiles(services, files);
  if (requests.length > 0) await runPushes(services, requests, { title: l10n.t("Push selected files") });
}

export async function pushCompared(services: Services, { files }: Offered): Promise<void> {
  await pushTogether(
    services,
    files.map((file) => vscode.Uri.parse(file)),
  );
}

export async function pushRows(services: Services, rows: readonly ConnectionNode[]): Promise<void> {
  if (rows.length === 1) return push(services, rows[0]);
  const files = filesOf(services, rows);
  if (files.length > 0) await pushTogether(services, files);
}

/** Pushes the files that were changed since their last push: one choice, one review, one summary. */
export async function pushAll(services: Services): Promise<void> {
  const requests = await chooseChanged(services);
  if (!requests)
    void vscode.window.showInformationMessage(
      l10n.t(
        "No setup file has unpushed changes. Files that have problems, have no ID, or belong to a tenant that you're signed out of aren't included.",
      ),
    );
  else if (requests.length > 0) await runPushes(services, requests, { title: l10n.t("Push changed files") });
}

async function pushFile(
  services: Services,
  document: vscode.TextDocument,
  given?: Chosen,
  ofRow?: Session,
): Promise<void> {
  const request = await requestOf(services, document, given, ofRow);
  if (!request) return;
  const tenant = request.tenant.name;
  const title = `${sanitizeText(tenant)} · ${sanitizeText(displayNameOf(request))}`;
  await runPushes(services, [request], { title, tenant });
}

/** Pushes once more what an ended push was about: its file, to the same connection or another, or the new name. */
export function pushAgain(services: Services): PushAgain {
  return async (subject, target) => {
    const { origin, id, file, connection, sentName } = subject;
    if (file === "") {
      const session = sessionNow(services, subject);
      if (session && sentName !== undefined) await renameTo(services, session, { id, name: connection }, sentName);
      return;
    }
    const session = services.sessions.withOrigin(origin);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(file));
    await pushFile(services, document, target ?? (session && { session, id }));
  };
}

/** Sends an update with the name alone, reviewed as any. A key comes without a row, and means the focused one. */
export async function rename(services: Services, argument?: unknown): Promise<void> {
  const node = argument === undefined ? await services.sidebar.focused() : asNode(argument);
  if (node?.kind !== "connection") return;
  const { session, connection } = node;
  const name = await vscode.window.showInputBox({
    title: l10n.t("Rename {0}", sanitizeText(connection.name)),
    prompt: l10n.t("Enter the new name (1 to 150 characters). The setup doesn't change."),
    value: connection.name,
    ignoreFocusOut: true,
    validateInput: (text) => nameProblem(text),
  });
  if (name !== undefined && name !== connection.name) await renameTo(services, session, connection, name);
}

function nameProblem(name: string): string | undefined {
  const [fault] = checkUpdate({ name });
  if (fault?.code === "too-short") return l10n.t("Enter a name for the connection.");
  return fault ? l10n.t("A name can have at most {0} characters.", fault.limit ?? 0) : undefined;
}

async function renameTo(
  services: Services,
  session: Session,
  connection: { readonly id: string; readonly name: string },
  name: string,
): Promise<void> {
  const request = {
    service: session.client,
    tenant: session.tenant,
    id: connection.id,
    name: connection.name,
    page: session.store.pageOf(connection.id),
    file: "",
    // A `${` in a name that is typed here is nothing but text.
    written: { request: { name: escapeReferences(name) }, leftOut: [] },
    sources: {
      trusted: false,
      environment: () => undefined,
      secret: () => Promise.resolve(undefined),
      file: () => Promise.resolve({ ok: false, fault: "no-folder" } as const),
    },
  };
  const title = l10n.t("Renaming {0}", sanitizeText(connection.name));
  const again: PushAgain = (subject) => pushAgain(services)({ ...subject, sentName: name });
  await runPushes(services, [request], { title, tenant: session.tenant.name, again });
}

/**
 * Carries out pushes that a person asked for, and shows how they ended.
 * @param tenant the name of the tenant; undefined for many pushes.
 * @param again pushes one of them once more.
 * @param quiet says nothing where all was applied, since someone else does.
 */
export async function runPushes(
  services: Services,
  requests: readonly PushRequest[],
  {
    title,
    tenant,
    again = pushAgain(services),
    quiet = false,
  }: { readonly title: string; readonly tenant?: string; readonly again?: PushAgain; readonly quiet?: boolean },
): Promise<void> {
  const { reviews, sessions } = services;
  const tenants = sessions.all.map((session) => session.tenant);
  const person: PushApprover = {
    decide: (conflicts, total, options) => decideConflicts(conflicts, total, reviews, options),
    confirm: (pushes, left, options) => reviewPushes(pushes, left, tenants, reviews, options),
  };
  const results = await showPushProgress(title, tenant, (options) =>
    executePushes(requests, person, services.pushes, options),
  );
  if (quiet && results.results.every(({ outcome }) => countsAs(outcome) === "success")) return;
  // The message stays until it is answered, which may begin another push.
  void runReportingErrors(services, "vaultconn.push", () => presentResults(services, results, again));
}
