import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { nameOfFile } from "../editor/inspection.js";
import { writeTarget } from "../editor/writeSetupFile.js";
import { joinSentences } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Session } from "../tenants/session.js";
import { pickConnection } from "../tenants/pickConnection.js";
import { sessionOfFile } from "../tenants/sessionOf.js";
import { addTenant } from "../tenants/addTenant.js";
import { ensureSignedIn } from "../tenants/signInTo.js";
import type { PushServices } from "./pushServices.js";

/** The connection a setup file is for. */
export interface Chosen {
  readonly session: Session;
  readonly id: string;
}

/** What the connection is asked for. */
type Purpose = "push" | "compare";

const QUESTIONS: Readonly<Record<Purpose, { ofTenant: () => string; ofConnection: (file: string) => string }>> = {
  push: {
    ofTenant: () => l10n.t("Push to which tenant?"),
    ofConnection: (file) => l10n.t("Push {0} to which connection?", file),
  },
  compare: {
    ofTenant: () => l10n.t("Compare with which tenant?"),
    ofConnection: (file) => l10n.t("Compare {0} with which connection?", file),
  },
};

/**
 * Finds the connection a setup file is for: the one it is linked to, or the one a person chooses. That one is written
 * into the file, linked to a bare setup, or for this time only.
 * @param ofRow the tenant whose row the file was chosen at: that is meant where the file names none.
 * @returns undefined where there is none, which the person knows by then.
 */
export async function chooseTarget(
  services: PushServices,
  document: vscode.TextDocument,
  file: InspectResult,
  purpose: Purpose,
  ofRow?: Session,
): Promise<Chosen | undefined> {
  const named = file.tenant && services.sessions.withHost(file.tenant.value);
  if (file.tenant && !named) return offerToAdd(services, file.tenant.value);
  const found = named ?? ofRow ?? (await sessionOfFile(services, document.uri, file, QUESTIONS[purpose].ofTenant()));
  const session = await ensureSignedIn(services, found);
  if (!session) return undefined;
  const linked = services.memory.ofLinked(document.uri, file);
  const known = file.id?.value ?? (linked?.origin === session.tenant.origin ? linked.id : undefined);
  if (known !== undefined) return { session, id: known };
  return chooseConnection(services, document, file, session, purpose);
}

/** Asks for the connection, whatever the file says. */
export async function chooseConnection(
  services: PushServices,
  document: vscode.TextDocument,
  file: InspectResult,
  session: Session,
  purpose: Purpose,
): Promise<Chosen | undefined> {
  const { origin } = session.tenant;
  const last = services.memory.get(document.uri);
  const connection = await pickConnection(
    services,
    session,
    QUESTIONS[purpose].ofConnection(nameOfFile(document.uri)),
    {
      label: l10n.t("last choice"),
      fits: ({ id }) => last?.origin === origin && last.id === id,
    },
  );
  if (!connection) return undefined;
  const chosen = { session, id: connection.id };
  const linked = file.shape === "bare";
  if (!linked && !(await offerToWrite(document, chosen))) return undefined;
  const key = { origin, id: connection.id };
  await services.memory.remember(document.uri, { ...services.memory.about(document.uri, key), ...key, linked });
  return chosen;
}

async function offerToAdd(services: PushServices, host: string): Promise<undefined> {
  const add = l10n.t("Add Tenant");
  const message = joinSentences(
    l10n.t("This file belongs to {0}, which is not among your tenants.", sanitizeText(host)),
    l10n.t("Nothing was sent."),
  );
  if ((await vscode.window.showErrorMessage(message, add)) === add) await addTenant(services);
}

/** @returns false where the person closed the question, which stops what it was asked for. */
async function offerToWrite(document: vscode.TextDocument, { session, id }: Chosen): Promise<boolean> {
  const name = nameOfFile(document.uri);
  const write = l10n.t("Write Into File");
  const once = l10n.t("Only This Time");
  const detail = l10n.t("With id and tenant in the file, the next push goes to the same connection without asking.");
  const answer = await vscode.window.showInformationMessage(
    l10n.t("Write the connection into {0}?", name),
    { modal: true, detail },
    write,
    once,
  );
  if (answer !== write) return answer === once;
  if (await writeTarget(document, { id, tenantHost: session.tenant.host })) return true;
  void vscode.window.showErrorMessage(
    l10n.t("{0} could not be changed, so nothing was sent. Make it writable, or choose Only This Time.", name),
  );
  return false;
}
