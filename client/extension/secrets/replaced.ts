import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isBehind } from "../editor/rotationProgress.js";
import { named } from "../editor/states.js";
import { usersOf } from "../editor/uses.js";
import { formatNumber, joinSentences } from "../../core/text/locale.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import type { PushServices } from "../push/pushServices.js";
import { runReportingErrors } from "../ui/runReportingErrors.js";
import { offerRotation } from "./pushRotation.js";

/** Replaces secrets, and tells which files have to be pushed for that. @param work gives the names of those that were replaced. */
export async function replacing(services: PushServices, work: () => Promise<readonly string[]>): Promise<void> {
  const names = await work();
  if (names.length > 0)
    await reportReplacedValues(
      services,
      names.map((name) => ({ kind: "secret", name })),
    );
}

/** Tells that values were replaced, and offers to push the files that use them. What is left of that is remembered. */
export async function reportReplacedValues(
  services: PushServices,
  references: readonly NamedReference[],
): Promise<void> {
  const { rotations } = services;
  const begun = await rotations.claiming(references, async () => {
    const parts = await filesBehind(services, references);
    if (parts.files.length === 0) return undefined;
    return { ...parts, rotation: await rotations.begin(references, parts.files.map(String)) };
  });
  // The message stays until it is answered.
  void runReportingErrors(services, "vaultconn.manageSecrets", async () => {
    if (begun)
      await offerRotation(services, begun.rotation, begun.files.length, {
        text: joinSentences(replacedIn(references, begun.files.length), neverPushed(begun.fresh)),
      });
    else await vscode.window.showInformationMessage(nothingToPush(references));
  });
}

/** The files that use values and are not certain to have been pushed with them, and how many of those were never pushed from here. */
export async function filesBehind(
  { languageServer, fileStates, setupFiles }: PushServices,
  references: readonly NamedReference[],
): Promise<{ readonly files: readonly vscode.Uri[]; readonly fresh: number }> {
  const users = await usersOf(languageServer, references);
  const looked = await Promise.all(users.map(async (file) => ({ file, state: await fileStates.of(file) })));
  // A file that was never pushed and names no connection is not on its way to any service.
  const behind = looked.filter(
    ({ file, state }) =>
      isBehind(state, references) &&
      state.kind !== "gone" &&
      (state.kind !== "new" || setupFiles.namedBy(file) !== undefined),
  );
  return { files: behind.map(({ file }) => file), fresh: behind.filter(({ state }) => state.kind === "new").length };
}

function replacedIn(references: readonly NamedReference[], files: number): string {
  const [name, count] = [named(references), formatNumber(files)];
  if (references.length === 1)
    return files === 1
      ? l10n.t("{0} is replaced. 1 file uses it; the service has the old value until it is pushed.", name)
      : l10n.t("{0} is replaced. {1} files use it; the service has the old value until they are pushed.", name, count);
  return files === 1
    ? l10n.t("{0} are replaced. 1 file uses them; the service has the old values until it is pushed.", name)
    : l10n.t(
        "{0} are replaced. {1} files use them; the service has the old values until they are pushed.",
        name,
        count,
      );
}

function neverPushed(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? l10n.t("1 of them was never pushed from here.")
    : l10n.t("{0} of them were never pushed from here.", formatNumber(count));
}

function nothingToPush(references: readonly NamedReference[]): string {
  return references.length === 1
    ? l10n.t("{0} is replaced. No setup file of this workspace has to be pushed for that.", named(references))
    : l10n.t("{0} are replaced. No setup file of this workspace has to be pushed for that.", named(references));
}
