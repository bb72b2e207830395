import * as l10n from "@vscode/l10n";
import { describeLine } from "../push/history.js";
import type { Services } from "../services.js";

/** Shows the pushes made from this machine: when, where, which properties, and how each ended. */
export async function showHistory({ history, reviews }: Services): Promise<void> {
  const lines = history.lines.map(describeLine);
  const text = lines.length === 0 ? `${l10n.t("Nothing has been pushed from here yet.")}\n` : `${lines.join("\n")}\n`;
  await reviews.show(text, "history", "push-history", ".txt");
}
