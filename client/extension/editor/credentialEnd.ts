import * as vscode from "vscode";
import { dayAfter, daysUntil } from "../../../schemas/judgements.js";
import { EXPIRY_WARNING_DAYS } from "../../../server/protocol/messages.js";
import type { LockEntry } from "../../core/lock/lockEntries.js";
import { parseTime } from "../../core/text/formatTime.js";
import { onDidChangeSetting, readSetting } from "../ui/settings.js";
import type { Remembered } from "./fileMemory.js";

/** @param ends as in RFC 3339 (`full-date`). @returns undefined if that's after the days that are set. */
export function daysLeft(file: vscode.Uri, ends: string | undefined): number | undefined {
  if (ends === undefined) return undefined;
  const days = daysUntil(ends, Date.now());
  const limit = readSetting("vaultconn.expiryWarningDays", file) ?? EXPIRY_WARNING_DAYS;
  return limit > 0 && days <= limit ? days : undefined;
}

/** When the token of the last push ends, whether it was from this window or the lock file has it. */
export function endOfPush(remembered: Remembered | undefined, locked: LockEntry | undefined): string | undefined {
  const [own, others] = [remembered?.record, locked].map((mark) => parseTime(mark?.updated_at) ?? 0);
  return remembered?.pushed === undefined || Number(others) > Number(own) ? locked?.expires : remembered.expires;
}

/** Calls back if credentials may last another number of days: with the setting, and when the window is used on another day. */
export function onDidChangeDaysLeft(listener: () => void): vscode.Disposable {
  const today = () => dayAfter(0, Date.now());
  let day = today();
  return vscode.Disposable.from(
    onDidChangeSetting("vaultconn.expiryWarningDays", listener),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused || day === today()) return;
      day = today();
      listener();
    }),
  );
}
