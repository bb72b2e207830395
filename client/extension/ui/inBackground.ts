import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import type { Action } from "../../core/text/action.js";
import { joinSentences } from "../../core/text/locale.js";
import { traceOf } from "../../core/text/traceOf.js";
import { commandsFor, showMessage } from "../actions.js";

/** An error whose message is for the user, with what to do next. */
export class ExplainedError extends Error {
  readonly actions: readonly Action[];

  constructor(message: string, actions: readonly Action[], cause: unknown) {
    super(message, { cause });
    this.name = "ExplainedError";
    this.actions = actions;
  }
}

/** What goes on without a command that waits for it, by its name in the log, and what's said if it fails. */
const FAILURES = {
  "start-language-server": () => l10n.t("The language server couldn't be started."),
  "inform-language-server": () => l10n.t("The language server couldn't be informed of a change."),
  "list-files-in-git": () => l10n.t("Files that Git tracks couldn't be listed."),
  "find-setup-files": () => l10n.t("Setup files couldn't be found or read."),
  "compute-file-states": () => l10n.t("The states of setup files couldn't be updated."),
  "read-review-requests": () => l10n.t("What agents ask for couldn't be read."),
  "move-memory": () => l10n.t("The last push of a moved file couldn't be kept."),
  "update-tenants": () => l10n.t("The tenants couldn't be updated."),
  "load-connections": () => l10n.t("Connections couldn't be loaded."),
  "update-view": () => l10n.t("A view couldn't be updated."),
  "follow-rotation": () => l10n.t("The files that use a new value couldn't be pushed or listed."),
  "report-interrupted-pushes": () => l10n.t("Interrupted pushes couldn't be checked."),
  "show-result-of-push": () => l10n.t("The result of a push couldn't be shown."),
  "run-action-of-overview": () => l10n.t("The action failed."),
  "take-answer": () => l10n.t("The answer couldn't be used."),
  "offer-next-step": () => l10n.t("The next step that a message offered failed."),
} as const;

export type BackgroundWork = keyof typeof FAILURES;

let log: Pick<vscode.LogOutputChannel, "error"> | undefined;

/** Sets the log for causes of failures. Until then, they're only shown. */
export function logFailuresTo(channel: Pick<vscode.LogOutputChannel, "error">): void {
  log = channel;
}

/** Work whose failure is on the screen. The same one would only cover it. */
const shown = new Set<BackgroundWork>();

/** Runs work that nobody waits for. If it fails, says what failed, and logs why. */
export function inBackground(name: BackgroundWork, work: () => PromiseLike<unknown>): void {
  const run = async () => {
    try {
      await work();
    } catch (error) {
      logFailure(name, error);
      if (shown.has(name)) return;
      shown.add(name);
      await showFailure(error, joinSentences(FAILURES[name](), l10n.t("For details, see the log.")));
      shown.delete(name);
    }
  };
  // Nothing can be shown while the window closes.
  run().catch((error: unknown) => {
    logFailure(name, error);
  });
}

/** Runs a command. If it fails, says so and logs why, instead of throwing. @param id the command's ID, for the log. */
export async function runReportingErrors(id: string, command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (error) {
    logFailure(id, error);
    await showFailure(error, l10n.t("The command failed. For details, see the log."));
  }
}

export function logFailure(name: string, error: unknown): void {
  log?.error(`${name} failed: ${traceOf(error)}`);
}

/** @param otherwise what's said of an error that doesn't explain itself. */
async function showFailure(error: unknown, otherwise: string): Promise<void> {
  const { message, actions } =
    error instanceof ExplainedError ? error : { message: otherwise, actions: ["showLog"] as const };
  await showMessage("error", message, commandsFor(actions));
}
