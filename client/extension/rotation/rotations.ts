import { setTimeout as sleep } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import pLimit from "p-limit";
import * as vscode from "vscode";
import { describeFileState, type FileState, named, ruleFor } from "../editor/states.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import { countsAs } from "../../core/push/outcomes.js";
import type { Rotation } from "../../core/push/state/openRotations.js";
import { batched } from "../../core/storage/durableStorage.js";
import { distinct, referenceKey } from "../../core/secrets/resolve.js";
import type { PushServices } from "../push/pushServices.js";
import { summarizeNames } from "../editor/inspection.js";
import { usersOf } from "../editor/languageServer.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { readyRequests, signedOutOf, signInFor } from "../push/requests.js";
import { runPushes } from "../push/runPushes.js";
import { inBackground } from "../ui/inBackground.js";

/** Changes within this time are reported together, in milliseconds. */
const TOGETHER_MS = 500;

/** Rotations begin one by one, so that none is begun twice. */
const inTurn = pLimit(1);

/** Reports completed rotations, and starts one if values were replaced elsewhere, such as in a `.env` file. */
export function watchRotations(services: PushServices): vscode.Disposable {
  let changed: vscode.Uri[] = [];
  const report = batched(async () => {
    await sleep(TOGETHER_MS);
    const files = changed;
    changed = [];
    await endThoseDone(services);
    const references = await inTurn(() => replacedElsewhere(services, files));
    if (references.length > 0) await reportReplacedValues(services, references);
  });
  return services.fileStates.onDidChange((files) => {
    if (!vscode.workspace.isTrusted) return;
    const isDue = changed.length > 0;
    changed.push(...files);
    if (!isDue) inBackground("follow-rotation", report);
  });
}

/** Offers to continue rotations that an earlier window didn't finish. */
export async function offerOpenRotations(services: PushServices): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  await endThoseDone(services);
  await Promise.all(
    services.rotations.open
      .filter(({ dismissed }) => dismissed !== true)
      .map((each) => showRotationProgress(services, each, true)),
  );
}

async function endThoseDone(services: PushServices): Promise<void> {
  for (const rotation of services.rotations.open) {
    const { total, remaining } = await filesUsing(services, rotation.references);
    if (remaining.length > 0 || !(await services.rotations.end(rotation))) continue;
    if (total > 0 && wasPushed(services, rotation))
      vscode.window.showInformationMessage(describePushed(rotation, total, total));
  }
}

/** Whether the rotation had a push. If not, the old value may have been restored. */
function wasPushed({ history }: PushServices, { id }: Rotation): boolean {
  return history.lines.some(
    ({ rotation, outcome }) => rotation?.id === id && countsAs({ kind: outcome }) === "success",
  );
}

/** The replaced values of files that no rotation is about yet. */
async function replacedElsewhere(
  { fileStates, rotations }: PushServices,
  files: readonly vscode.Uri[],
): Promise<readonly NamedReference[]> {
  const states = await Promise.all(files.map((file) => fileStates.of(file)));
  const replaced = states.flatMap(({ kind, values }) => (kind === "gone" ? [] : (values?.replaced ?? [])));
  return distinct(replaced).filter((reference) => !rotations.of([reference]));
}

/** Offers to push the files that use replaced values. */
export async function reportReplacedValues(
  services: PushServices,
  references: readonly NamedReference[],
): Promise<void> {
  const begun = await inTurn(async () => {
    const { remaining, unpushed } = await filesUsing(services, references);
    return remaining.length > 0 && { rotation: await services.rotations.begin(references), remaining, unpushed };
  });
  // Don't wait: the message stays until the user answers it.
  inBackground("follow-rotation", async () => {
    const name = named(references);
    if (!begun) {
      const text = l10n.t("New value of {0}. You don't need to push any setup file in this workspace.", name);
      await vscode.window.showInformationMessage(text);
      return;
    }
    const { rotation, remaining, unpushed } = begun;
    const text = joinSentences(
      l10n.t(
        "New value of {0}. Files that use it: {1}. The service has the old value until you push them.",
        name,
        formatNumber(remaining.length),
      ),
      unpushed > 0 ? l10n.t("Never pushed from this workspace: {0}.", formatNumber(unpushed)) : "",
    );
    await offerRotation(services, rotation, remaining.length, text);
  });
}

/**
 * Goes by the states of the files, no matter who pushed them.
 * @returns how many files of connections use these values, those that may not have been pushed with the new ones, and
 * how many of these were never pushed from here.
 */
async function filesUsing(
  { languageServer, fileStates, setupFiles }: PushServices,
  references: readonly NamedReference[],
): Promise<{ readonly total: number; readonly remaining: readonly vscode.Uri[]; readonly unpushed: number }> {
  const users = await usersOf(languageServer, references);
  const found = await Promise.all(users.map(async (file) => ({ file, state: await fileStates.of(file) })));
  // A file that was never pushed and names no connection has no old value on a service.
  const used = found.filter(
    ({ file, state: { kind } }) => kind !== "gone" && (kind !== "new" || setupFiles.namedBy(file) !== undefined),
  );
  const behind = used.filter(({ state }) => isBehind(state, references));
  const unpushed = behind.filter(({ state }) => state.kind === "new").length;
  return { total: used.length, remaining: behind.map(({ file }) => file), unpushed };
}

/** @param dismissable whether the user can end the rotation. */
async function offerRotation(
  services: PushServices,
  rotation: Rotation,
  remaining: number,
  text: string,
  dismissable = false,
): Promise<void> {
  const push = remaining === 1 ? l10n.t("Push 1 File…") : l10n.t("Push {0} Files…", formatNumber(remaining));
  const [show, dismiss] = [l10n.t("Show Files"), l10n.t("Don't Ask Again")];
  const answer = await vscode.window.showInformationMessage(text, push, show, ...(dismissable ? [dismiss] : []));
  if (answer === push) await pushRotation(services, rotation);
  if (answer === show) await showFiles(services, rotation);
  if (answer === dismiss) await services.rotations.dismiss(rotation);
}

/** Pushes the remaining files with one review and one summary. Offers those that are left again. */
export async function pushRotation(services: PushServices, rotation: Rotation): Promise<void> {
  const { remaining } = await filesUsing(services, rotation.references);
  await signInFor(services, signedOutOf(services, remaining));
  const requests = await readyRequests(services, remaining);
  if (requests.length > 0) {
    const title = l10n.t("Push files that use {0}", named(rotation.references));
    await runPushes(services, requests, { title, quiet: true });
  }
  await showRotationProgress(services, rotation);
}

async function showRotationProgress(services: PushServices, rotation: Rotation, dismissable = false): Promise<void> {
  const { total, remaining } = await filesUsing(services, rotation.references);
  if (remaining.length === 0) return;
  const text = joinSentences(
    describePushed(rotation, total - remaining.length, total),
    l10n.t("Remaining: {0}.", summarizeNames(remaining)),
    await unready(services, remaining),
  );
  await offerRotation(services, rotation, remaining.length, text, dismissable);
}

function describePushed({ references }: Rotation, pushed: number, total: number): string {
  const [count, all] = [formatNumber(pushed), formatNumber(total)];
  return l10n.t("New value of {0}. Pushed files: {1} of {2}.", named(references), count, all);
}

async function unready(services: PushServices, remaining: readonly vscode.Uri[]): Promise<string> {
  const count = remaining.length - (await readyRequests(services, remaining)).length;
  return count === 0
    ? ""
    : l10n.t("With problems, without an ID, or in a tenant that you're signed out of: {0}.", formatNumber(count));
}

async function showFiles(services: PushServices, rotation: Rotation): Promise<void> {
  const { remaining } = await filesUsing(services, rotation.references);
  const items = await Promise.all(
    remaining.map(async (file) => ({
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

/** Whether the service may not have the current values of a file's references. */
function isBehind({ kind, values }: FileState, references: readonly NamedReference[]): boolean {
  if (ruleFor(kind).mayBeBehind) return true;
  const uncertain = [...(values?.replaced ?? []), ...(values?.notCompared ?? []).map(({ reference }) => reference)];
  const keys = new Set(uncertain.map(referenceKey));
  return references.some((reference) => keys.has(referenceKey(reference)));
}
