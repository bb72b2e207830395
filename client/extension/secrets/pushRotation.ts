import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { summarizeNames } from "../editor/inspection.js";
import { progressOf } from "../editor/rotationProgress.js";
import { named, describeFileState } from "../editor/states.js";
import { tenantOfFile } from "../editor/tenantOfFile.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";
import type { PushRequest } from "../../core/push/request.js";
import type { Rotation } from "../../core/push/rotations.js";
import { readyRequest } from "../push/pushCandidates.js";
import { pushAgain } from "../push/pushFile.js";
import type { PushServices } from "../push/pushServices.js";
import { runPushes } from "../push/runPushes.js";
import { ensureSignedIn } from "../tenants/signInTo.js";

/** Offers to push what is left of a rotation. @param dismissable whether the person may end that for good. */
export async function offerRotation(
  services: PushServices,
  rotation: Rotation,
  left: number,
  { text, dismissable = false }: { readonly text: string; readonly dismissable?: boolean },
): Promise<void> {
  const push = left === 1 ? l10n.t("Push 1 File…") : l10n.t("Push {0} Files…", formatNumber(left));
  const [show, dismiss] = [l10n.t("Show Files"), l10n.t("Do Not Ask Again")];
  const answer = await vscode.window.showInformationMessage(text, push, show, ...(dismissable ? [dismiss] : []));
  if (answer === push) await pushRotation(services, rotation);
  if (answer === show) await showFiles(services, rotation);
  if (answer === dismiss) await services.rotations.dismiss(rotation);
}

/** Pushes what is left of a rotation: one review, one summary. What is left then is told and offered again. */
export async function pushRotation(services: PushServices, rotation: Rotation): Promise<void> {
  const { left } = await progressOf(rotation, services.fileStates);
  await signInFor(services, left);
  const requests: PushRequest[] = [];
  for (const file of left) {
    const request = await readyRequest(services, file);
    if (request) requests.push(request);
  }
  if (requests.length > 0) {
    const title = l10n.t("Push what uses {0}", named(rotation.references));
    await runPushes(services, requests, { title, again: pushAgain(services), quiet: true });
  }
  await showRotationProgress(services, rotation);
}

/** Tells how far a rotation is, where files are left of it. */
export async function showRotationProgress(
  services: PushServices,
  rotation: Rotation,
  dismissable = false,
): Promise<void> {
  const { total, left } = await progressOf(rotation, services.fileStates);
  if (left.length === 0) return;
  const text = joinSentences(
    l10n.t(
      "{0} is replaced, and {1} of {2} files that use it are pushed.",
      named(rotation.references),
      formatNumber(total - left.length),
      formatNumber(total),
    ),
    l10n.t("Left: {0}.", summarizeNames(left)),
    await unready(services, left),
  );
  await offerRotation(services, rotation, left.length, { text, dismissable });
}

/** Why some of them cannot be pushed as they are. */
async function unready(services: PushServices, left: readonly vscode.Uri[]): Promise<string> {
  const requests = await Promise.all(left.map((file) => readyRequest(services, file)));
  const count = requests.filter((request) => !request).length;
  if (count === 0) return "";
  return count === 1
    ? l10n.t("1 of them has problems, no id, or a tenant that is signed out.")
    : l10n.t("{0} of them have problems, no id, or a tenant that is signed out.", formatNumber(count));
}

/** Signs in to the tenants of files, one after the other, as far as a person wants that. */
async function signInFor(services: PushServices, files: readonly vscode.Uri[]): Promise<void> {
  const sessions = files.map((file) =>
    tenantOfFile(services.sessions, services.setupFiles.namedBy(file)?.tenant, services.memory.get(file)),
  );
  for (const session of new Set(sessions)) if (session && !session.signedIn) await ensureSignedIn(services, session);
}

/** Lists what is left of a rotation, and opens what is chosen. */
async function showFiles(services: PushServices, rotation: Rotation): Promise<void> {
  const { left } = await progressOf(rotation, services.fileStates);
  const items = await Promise.all(
    left.map(async (file) => ({
      label: `$(go-to-file) ${sanitizeLabel(vscode.workspace.asRelativePath(file))}`,
      description: sanitizeLabel(describeFileState(await services.fileStates.of(file))),
      file,
    })),
  );
  const chosen = await vscode.window.showQuickPick(items, {
    title: l10n.t("Files that use {0}", named(rotation.references)),
    placeHolder: l10n.t("Open a file"),
    matchOnDescription: true,
  });
  if (chosen) await vscode.window.showTextDocument(chosen.file);
}
