import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { FileStateLens, FileStateParams, FileStateResult } from "../../../server/protocol/messages.js";
import type { FileStates } from "../editor/fileStates.js";
import { describeFileState, type FileState } from "../editor/describeFileState.js";
import { namedIn } from "../../core/files/namedIn.js";
import { idOfFile, lastSeen, tenantOfFile } from "../editor/tenantOfFile.js";
import { locale } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";
import type { Sessions } from "../tenants/sessions.js";

/** What stands above a setup file: where a push goes to, and how the file and its connection stand. */
export async function fileState(
  sessions: Sessions,
  states: FileStates,
  { uri, id, tenant: written }: FileStateParams,
): Promise<FileStateResult> {
  // A template begins with empty texts, which name nothing.
  const tenant = written?.trim() === "" ? undefined : written;
  const state = await states.of(vscode.Uri.parse(uri));
  const { remembered } = state;
  const session = tenantOfFile(sessions, tenant, remembered);
  const push = { command: "vaultconn.push" };
  if (!session)
    return {
      lenses: [
        {
          text:
            tenant === undefined
              ? l10n.t("Push…")
              : l10n.t("Push ({0} is not among your tenants)", sanitizeLabel(tenant)),
          ...push,
        },
      ],
    };
  const wanted = idOfFile(id, session, remembered);
  const connection = wanted === undefined ? undefined : lastSeen(wanted, session, remembered);
  const target = [
    l10n.t("Push to {0}", sanitizeLabel(session.tenant.name)),
    ...(connection ? [sanitizeLabel(connection.name)] : []),
  ].join(" · ");
  const lenses = [
    { text: target, ...push },
    stateLens(state, wanted !== undefined, connection && otherName(uri, connection.name)),
  ];
  return { lenses: connection && !connection.ready ? [...lenses, { text: l10n.t("not ready") }] : lenses };
}

/** The name the service has for the connection of a file, where the file has another that can be compared with it. */
function otherName(uri: string, onService: string): string | undefined {
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
  const { name } = namedIn(document?.getText() ?? "");
  return name === undefined || name.includes("${") || name === onService ? undefined : onService;
}

/**
 * @param isLinked whether the file has a connection that a push goes to without asking.
 * @param calledOnService the name that the service has for its connection, where the file has another.
 */
function stateLens(state: FileState, isLinked: boolean, calledOnService: string | undefined): FileStateLens {
  const { kind, remembered } = state;
  if (state.doing !== undefined) return { text: describeFileState(state) };
  const compare = { command: "vaultconn.compareWithService" };
  switch (kind) {
    case "new":
      if (!isLinked) return { text: describeFileState(state, isLinked) };
      return {
        text:
          calledOnService === undefined
            ? l10n.t("not pushed yet")
            : l10n.t("not pushed yet, the service calls it “{0}”", sanitizeLabel(calledOnService)),
      };
    case "inSync": {
      const at = remembered?.record?.at;
      return { text: at === undefined ? l10n.t("in sync") : l10n.t("in sync since {0}", timeOrDate(at)) };
    }
    case "probable":
      return { text: l10n.t("probably pushed: compare"), ...compare };
    case "changed":
      return { text: describeFileState(state), ...compare };
    case "notCompared":
    case "pending":
      return { text: describeFileState(state) };
    case "unknown":
      return { text: l10n.t("outcome of the last push not known: check"), command: "vaultconn.checkPush" };
    case "drifted":
      return { text: l10n.t("changed on the service: compare"), ...compare };
    case "overtaken":
      return { text: l10n.t("changed on the service, compared"), ...compare };
    case "gone":
      return { text: l10n.t("gone from the service") };
  }
}

/** The time of day for a moment of today, with its date otherwise. */
function timeOrDate(moment: number): string {
  const today = new Date(moment).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short", ...(!today && { dateStyle: "medium" }) }).format(
    moment,
  );
}
