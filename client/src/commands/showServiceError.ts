import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sentence } from "../service/sentences/sentences.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";

/** Tells a person what went wrong with a request, with the one command that helps. */
export async function showServiceError(
  services: Pick<Services, "log">,
  session: Session,
  error: unknown,
  connection?: string,
): Promise<void> {
  const { text, next } = sentence(error, { tenant: session.tenant.name, connection });
  const log = l10n.t("Show Log");
  const offers = [...(next ? [next.title] : []), log];
  const answer = await vscode.window.showErrorMessage(text, ...offers);
  if (answer === log) services.log.show();
  else if (answer !== undefined && next)
    await vscode.commands.executeCommand(next.command, ...(next.args ?? [{ kind: "tenant", session }]));
}
