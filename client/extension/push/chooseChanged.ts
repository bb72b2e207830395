import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type PushRequest, displayNameOf } from "../../core/push/pushTypes.js";
import { formatNarrowList, formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { findSetupFiles } from "../editor/setupFiles.js";
import { describeFileState } from "../editor/states.js";
import type { PushServices } from "./pushServices.js";
import { pickSeveral } from "../ui/pick.js";
import { actionTitle } from "../actions.js";
import { type Obstacle, requestOrObstacle, signedOutOf, signInFor } from "./requests.js";

type Candidate = vscode.QuickPickItem & { readonly request: PushRequest };

interface NotListed {
  readonly file: vscode.Uri;
  readonly why: Obstacle;
}

const REASONS: Readonly<Record<Obstacle, (count: string) => string>> = {
  problems: (count) => l10n.t("{0} with problems", count),
  empty: (count) => l10n.t("{0} with nothing to send", count),
  noId: (count) => l10n.t("{0} not linked", count),
  noTenant: (count) => l10n.t("{0} for another tenant", count),
  signedOut: (count) => l10n.t("{0} for a tenant that you're signed out of", count),
};

/** @returns the requests for the chosen files; empty if there are none. The user has been told why. */
export async function chooseChanged(services: PushServices): Promise<readonly PushRequest[]> {
  const { candidates, notListed } = await findCandidates(services);
  if (candidates.length === 0) return (await leaveOrSignIn(services, notListed)) ? chooseChanged(services) : [];
  const title = l10n.t("Push changed files");
  const count = l10n.t("{0} not listed", formatNumber(notListed.length));
  const tooltip = notListedInWords(notListed);
  const options = {
    title: notListed.length === 0 ? title : `${title} · ${count}`,
    placeHolder: l10n.t("Select the files to push"),
  };
  // A row would have a box to select.
  const other = { button: { iconPath: new vscode.ThemeIcon("info"), tooltip }, open: () => openNotListed(notListed) };
  const picked = await pickSeveral(grouped(candidates), options, notListed.length === 0 ? undefined : other);
  return (picked ?? []).flatMap((item) => ("request" in item ? [item.request] : []));
}

/** Says why there's nothing to push, and offers what helps. @returns whether the user signed in for it. */
async function leaveOrSignIn(services: PushServices, notListed: readonly NotListed[]): Promise<boolean> {
  if (notListed.length === 0) {
    vscode.window.showInformationMessage(l10n.t("No setup file has unpushed changes."));
    return false;
  }
  const files = notListed.flatMap(({ file, why }) => (why === "signedOut" ? [file] : []));
  const sessions = signedOutOf(services, files);
  const text =
    files.length === notListed.length
      ? l10n.t(
          "You're signed out of {0}. Files that can be pushed after you sign in: {1}.",
          formatNarrowList([...sessions].map(({ tenant }) => sanitizeText(tenant.name, 80))),
          formatNumber(files.length),
        )
      : l10n.t("No setup file can be pushed. {0}.", notListedInWords(notListed));
  const [signIn, show] = [actionTitle("signIn"), l10n.t("Show Files")];
  const answer = await vscode.window.showInformationMessage(text, ...(files.length > 0 ? [signIn] : []), show);
  if (answer === show) await openNotListed(notListed);
  return answer === signIn && signInFor(services, sessions);
}

/** Usually instant, so its progress is in the status bar, out of the way of later messages. */
async function findCandidates(services: PushServices) {
  const title = l10n.t("Looking for changed setup files");
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, async (progress) => {
    const files = await findSetupFiles();
    // Not every change is noticed, such as on a network drive, or below a folder that `files.watcherExclude` names.
    services.fileStates.changed(files);
    const candidates: Candidate[] = [];
    const notListed: NotListed[] = [];
    files.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }));
    for (const [index, file] of files.entries()) {
      progress.report({ message: l10n.t("{0} of {1}", formatNumber(index + 1), formatNumber(files.length)) });
      const candidate = await candidateFor(services, file);
      if (candidate && "request" in candidate) candidates.push(candidate);
      else if (candidate) notListed.push(candidate);
    }
    return { candidates, notListed };
  });
}

/** @returns undefined if the file needs no push; why it isn't listed if a push would have to ask more questions. */
async function candidateFor(services: PushServices, file: vscode.Uri): Promise<Candidate | NotListed | undefined> {
  const fileState = await services.fileStates.of(file);
  const { kind } = fileState;
  if (kind === "inSync" || kind === "pushed" || kind === "gone") return undefined;
  const request = await requestOrObstacle(services, file);
  if (typeof request !== "object") return request && { file, why: request };
  const state = kind === "new" ? l10n.t("never pushed from this workspace") : describeFileState(fileState);
  const label = sanitizeLabel(vscode.workspace.asRelativePath(file));
  const description = `${sanitizeLabel(displayNameOf(request))} · ${state}`;
  const picked = kind === "changed" || (kind === "superseded" && fileState.edited === true);
  return { label, description, picked, request };
}

function notListedInWords(files: readonly NotListed[]): string {
  const counts = Object.entries(REASONS).flatMap(([reason, inWords]) => {
    const count = files.filter(({ why }) => why === reason).length;
    return count === 0 ? [] : [inWords(formatNumber(count))];
  });
  return l10n.t("{0} not listed: {1}", formatNumber(files.length), formatNarrowList(counts));
}

/** Opens a file that can't be pushed with the others, or the chosen one of several. */
async function openNotListed(files: readonly NotListed[]): Promise<void> {
  const items = files.map(({ file, why }) => ({
    label: sanitizeLabel(vscode.workspace.asRelativePath(file)),
    description: REASONS[why]("").trim(),
    file,
  }));
  const title = l10n.t("Files that aren't listed");
  const chosen = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title });
  if (chosen) await vscode.window.showTextDocument(chosen.file);
}

function grouped(candidates: readonly Candidate[]): (Candidate | vscode.QuickPickItem)[] {
  const tenants = [...new Set(candidates.map(({ request }) => request.tenant.name))].sort();
  return tenants.flatMap((tenant) => [
    { label: sanitizeText(tenant), kind: vscode.QuickPickItemKind.Separator },
    ...candidates.filter(({ request }) => request.tenant.name === tenant),
  ]);
}
