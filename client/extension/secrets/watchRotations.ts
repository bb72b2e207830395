import { setTimeout as sleep } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { progressOf } from "../editor/rotationProgress.js";
import { named } from "../editor/states.js";
import { formatNumber } from "../../core/text/locale.js";
import { countsAs } from "../../core/push/outcomes.js";
import type { Rotation } from "../../core/push/rotations.js";
import { distinct } from "../../core/secrets/lookUp.js";
import type { Services } from "../services.js";
import type { PushServices } from "../push/pushServices.js";
import { runReportingErrors } from "../ui/runReportingErrors.js";
import { showRotationProgress } from "./pushRotation.js";
import { reportReplacedValues } from "./replaced.js";

/** What it takes to say how rotations stand, and to push what is left of them. */
type RotationServices = PushServices & Pick<Services, "history">;

/** Files that change together are told of together, in milliseconds. */
const TOGETHER_MS = 500;

/**
 * Watches how files stand: says when a rotation is over, whoever pushed its files; and begins one where values turn
 * out to have been replaced by other means than ours, such as in a `.env` file.
 */
export function watchRotations(services: RotationServices): vscode.Disposable {
  const { fileStates, rotations } = services;
  let changed: vscode.Uri[] = [];
  let running: Promise<void> | undefined;
  const run = async () => {
    try {
      while (changed.length > 0) {
        await sleep(TOGETHER_MS);
        const files = changed;
        changed = [];
        await endThoseDone(services);
        await reportReplacedElsewhere(services, files);
      }
    } finally {
      running = undefined;
    }
  };
  return vscode.Disposable.from(
    fileStates.onDidChange((files) => {
      if (!vscode.workspace.isTrusted) return;
      changed.push(...files);
      running ??= runReportingErrors(services, "vaultconn.manageSecrets", run);
    }),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) void rotations.moved(oldUri.toString(), newUri.toString());
    }),
  );
}

/** Offers again what an earlier window left of rotations. */
export async function offerOpenRotations(services: RotationServices): Promise<void> {
  if (!vscode.workspace.isTrusted) return;
  await endThoseDone(services);
  await Promise.all(
    services.rotations.open
      .filter(({ dismissed }) => dismissed !== true)
      .map((each) => showRotationProgress(services, each, true)),
  );
}

async function endThoseDone(services: RotationServices): Promise<void> {
  for (const rotation of services.rotations.open) {
    const { total, left } = await progressOf(rotation, services.fileStates);
    if (left.length === 0 && (await services.rotations.end(rotation)) && wasPushed(services, rotation))
      void vscode.window.showInformationMessage(doneText(rotation, total));
  }
}

/** Whether a push was a part of it: the old value may have been put back instead. */
function wasPushed({ history }: RotationServices, { id }: Rotation): boolean {
  return history.lines.some(
    ({ rotation, outcome }) => rotation?.id === id && countsAs({ kind: outcome }) === "success",
  );
}

function doneText({ references }: Rotation, total: number): string {
  if (total === 1) return l10n.t("{0}: the file that uses it is pushed with the new value.", named(references));
  return l10n.t(
    "{0}: all {1} files that use it are pushed with the new value.",
    named(references),
    formatNumber(total),
  );
}

/** Values that were replaced, and that no rotation is about yet. */
async function reportReplacedElsewhere(services: RotationServices, files: readonly vscode.Uri[]): Promise<void> {
  const found = await Promise.all(
    files.map(async (file) => {
      const { kind, values } = await services.fileStates.of(file);
      if (kind === "gone") return [];
      return (values?.replaced ?? []).filter((reference) => !services.rotations.covers(reference, file.toString()));
    }),
  );
  const references = distinct(found.flat());
  if (references.length > 0) await reportReplacedValues(services, references);
}
