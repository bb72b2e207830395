import * as l10n from "@vscode/l10n";
import { modify } from "jsonc-parser";
import * as vscode from "vscode";
import { dayAfter, describeEnd, LIFETIMES } from "../../../schemas/judgements.js";
import { countsAs } from "../../core/push/outcomes.js";
import { type PushResult, sendsSetup } from "../../core/push/pushTypes.js";
import { formatNumber } from "../../core/text/locale.js";
import { daysLeft } from "../editor/credentialEnd.js";
import { nameOfFile } from "../editor/inspection.js";
import type { SetupFileIndex } from "../editor/setupFileIndex.js";

interface EndServices {
  readonly setupFiles: Pick<SetupFileIndex, "namedBy">;
}

/** What to say after pushes whose files still have a date that's near or over. Only people know whether it's outdated. */
interface EndReminder {
  readonly sentence: string;
  readonly results: readonly PushResult[];
}

/** @returns undefined if no setup was applied, or the date of each file is far, or that of the token that was pushed. */
export function endReminder({ setupFiles }: EndServices, pushed: readonly PushResult[]): EndReminder | undefined {
  const found = pushed.flatMap((result) => {
    const { entry, outcome, target } = result;
    if (!entry || !sendsSetup(entry) || countsAs(outcome) !== "success" || target.file === "") return [];
    const file = vscode.Uri.parse(target.file);
    const ends = setupFiles.namedBy(file)?.expires;
    const days = ends === entry.expires ? undefined : daysLeft(file, ends);
    return days === undefined ? [] : [{ result, days }];
  });
  const [first, ...others] = found;
  if (!first) return undefined;
  return {
    sentence:
      others.length === 0
        ? l10n.t(
            "{0} still says that its credential {1}. If you've replaced it, change the date.",
            nameOfFile(vscode.Uri.parse(first.result.target.file)),
            describeEnd(first.days),
          )
        : l10n.t(
            "Files that still say that their credential ends soon or has ended: {0}. Where you've replaced it, change the date.",
            formatNumber(found.length),
          ),
    results: found.map(({ result }) => result),
  };
}

/** Asks for a date, or to remove it, and writes that into the files of pushes. */
export async function changeEndDates(_: unknown, results: readonly PushResult[]): Promise<void> {
  const now = Date.now();
  const pushed = [...new Set(results.map(({ entry }) => entry?.expires))];
  const [ofToken] = pushed.length === 1 ? pushed : [];
  const known = ofToken === undefined ? [] : [{ label: ofToken, description: l10n.t("as the pushed token says") }];
  const dates = LIFETIMES.map((days) => ({
    label: dayAfter(days, now),
    description: l10n.t("in {0} days", formatNumber(days)),
  }));
  const remove = { label: `$(trash) ${l10n.t("Remove the date")}` };
  const choice = await vscode.window.showQuickPick([...known, ...dates, remove], {
    title: l10n.t("When does the credential end?"),
    placeHolder: l10n.t("Select a date to write into the file"),
  });
  if (!choice) return;
  const date = choice === remove ? undefined : choice.label;
  for (const { target } of results) await writeEnd(vscode.Uri.parse(target.file), date);
}

async function writeEnd(file: vscode.Uri, date: string | undefined): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const { isDirty } = document;
  const edit = new vscode.WorkspaceEdit();
  for (const { offset, length, content } of modify(document.getText(), ["expires"], date, {})) {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    edit.replace(file, range, content);
  }
  // Edits of the user's own are theirs to save.
  if ((await vscode.workspace.applyEdit(edit)) && !isDirty) await document.save();
}
