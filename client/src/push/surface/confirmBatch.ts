import * as vscode from "vscode";
import { plainText } from "../../plainText.js";
import type { Tenant } from "../../tenants/tenant.js";
import { askAboutProduction } from "./productionStep.js";
import type { PushPlan } from "../plan.js";

/** More lines do not fit into a dialog. */
const LISTED = 15;

/**
 * Asks about many pushes at once, naming every tenant and what each gets.
 * @param stopped how many cannot be pushed, and @param drifted how many were changed on the service and are left out.
 * @returns the plans that may be sent.
 */
export async function confirmBatch(plans: readonly PushPlan[], tenants: readonly Tenant[], stopped: number, drifted: number): Promise<readonly PushPlan[]> {
  const involved = tenants.filter(({ origin }) => plans.some(({ target }) => target.origin === origin));
  const names = involved.map(({ name, production }) => `${plainText(name)}${production ? " (production)" : ""}`);
  const production = involved.filter((tenant) => tenant.production).map(({ name }) => plainText(name));
  const push = "Push";
  const lines = plans.slice(0, LISTED).map(({ target, properties }) => `• ${plainText(target.name ?? target.id, 60)}${involved.length > 1 ? ` (${plainText(target.tenantName, 40)})` : ""}: ${plainText(properties.join(", "), 120)}`);
  const detail = [
    ...lines,
    ...(plans.length > LISTED ? [`… and ${plans.length - LISTED} more`] : []),
    ...(drifted + stopped > 0 ? [""] : []),
    ...(drifted > 0 ? [`Left out: ${drifted} changed on the service since the last push. Push them one by one to compare.`] : []),
    ...(stopped > 0 ? [`Left out: ${stopped} that cannot be pushed as they are.`] : []),
  ];
  const count = plans.length === 1 ? "1 file" : `${plans.length} files`;
  const answer = await vscode.window.showWarningMessage(`Push ${count} to ${names.join(", ")}?`, { modal: true, detail: detail.join("\n") }, push);
  if (answer !== push) return [];
  const [first] = production;
  return first === undefined || (await askAboutProduction(first, production.join(", "))) ? plans : [];
}
