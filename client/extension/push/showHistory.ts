import * as l10n from "@vscode/l10n";
import { historyTable } from "../../core/push/history.js";
import type { Services } from "../services.js";

/** Shows the pushes made from this machine: when, where, which properties, and how each ended. */
export async function showHistory({
  history,
  reviews,
  sessions,
}: Pick<Services, "history" | "reviews" | "sessions">): Promise<void> {
  const { lines } = history;
  const nameOf = ({ origin, id, connection }: (typeof lines)[number]) =>
    sessions.withOrigin(origin)?.store.find(id)?.name ?? connection;
  const text =
    lines.length === 0 ? `${l10n.t("Nothing has been pushed from here yet.")}\n` : historyTable(lines, nameOf);
  await reviews.show(text, "history", "push-history", ".txt");
}
