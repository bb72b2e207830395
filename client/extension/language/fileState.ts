import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { FileStateLens, FileStateParams, FileStateResult } from "../../../server/protocol/messages.js";
import type { FileStates } from "../editor/fileStates.js";
import { describeFileState, ruleFor, type FileState } from "../editor/states.js";
import { namedIn } from "../../core/files/namedIn.js";
import { idOfFile, lastSeen, tenantOfFile } from "../editor/tenantOfFile.js";
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

/** @param otherName the name that the service has for the connection, where the file has another. */
function stateLens(state: FileState, isLinked: boolean, otherName: string | undefined): FileStateLens {
  const target = { isLinked, otherName };
  if (state.doing !== undefined) return { text: describeFileState(state) };
  const { label, lens = label, command } = ruleFor(state.kind);
  return { text: lens(state, target), ...(command !== undefined && { command }) };
}
