import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { commandsFor, type NamedTenant, showMessage } from "../actions.js";
import { asNode } from "./nodes.js";
import type { TenantServices } from "./tenantServices.js";
import type { Session } from "./sessions.js";

/**
 * The tenant of the row that a command was called on, or else one that the user chooses.
 * @param fits filters the choices. The row's tenant isn't filtered.
 */
export async function sessionOfRow(
  services: TenantServices,
  argument: unknown,
  title: string,
  fits: (session: Session) => boolean = () => true,
): Promise<Session | undefined> {
  return asNode(argument)?.session ?? pickSession(title, services.sessions.all.filter(fits));
}

export function signedInFirst(sessions: readonly Session[]): readonly Session[] {
  return sessions.toSorted((a, b) => Number(b.signedIn) - Number(a.signedIn));
}

/** The tenant's current session, which may have been replaced. Shows a message if the tenant was removed. */
export function sessionNow({ sessions }: Pick<TenantServices, "sessions">, named: NamedTenant): Session | undefined {
  const session = sessions.withOrigin(named.origin);
  if (!session) vscode.window.showInformationMessage(describeRemoved(named));
  return session;
}

export function describeRemoved({ tenantName }: NamedTenant): string {
  return l10n.t("{0} is no longer one of your tenants.", sanitizeText(tenantName));
}

/** Asks even if there's only one choice. */
export async function pickOtherSession(
  services: TenantServices,
  title: string,
  fits: (session: Session) => boolean,
): Promise<Session | undefined> {
  const candidates = services.sessions.all.filter(fits);
  return candidates.length === 0 ? offerToAdd(l10n.t("Add another tenant first.")) : choose(candidates, title);
}

/** Asks only if there are several. If there are none, offers to add a tenant. */
export async function pickSession(title: string, candidates: readonly Session[]): Promise<Session | undefined> {
  if (candidates.length === 0) return offerToAdd(l10n.t("Add a tenant first."));
  return candidates.length === 1 ? candidates[0] : choose(candidates, title);
}

/** @param host the tenant's, if it's known. */
export async function offerToAdd(message: string, host?: string): Promise<undefined> {
  await showMessage("warning", message, commandsFor(["addTenant"], { host }));
}

async function choose(candidates: readonly Session[], title: string): Promise<Session | undefined> {
  const items = signedInFirst(candidates).map((session) => ({
    label: sanitizeLabel(session.tenant.name),
    description: session.signedIn ? session.tenant.host : `${session.tenant.host} · ${l10n.t("signed out")}`,
    session,
  }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true }))?.session;
}
