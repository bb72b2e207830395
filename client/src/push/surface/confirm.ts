import * as vscode from "vscode";
import { plainText } from "../../plainText.js";
import type { PushPlan } from "../plan.js";

const PUSH = "Push";

/**
 * Asks whether a plan is to be sent, naming the tenant, the connection and the
 * properties, and no value of the setup.
 * @returns false where the person thinks better of it.
 */
export async function confirmPush({ target, changes }: PushPlan): Promise<boolean> {
  const connection = target.name === undefined ? plainText(target.id) : `${plainText(target.name)} (${plainText(target.id)})`;
  const detail = [`Connection: ${connection}`, `Tenant: ${plainText(target.tenantName)}, ${target.origin}`, "", "What is sent:", ...changes.map((change) => `• ${plainText(change, 400)}`)];
  const answer = await vscode.window.showInformationMessage(`Push to ${plainText(target.tenantName)}?`, { modal: true, detail: detail.join("\n") }, PUSH);
  return answer === PUSH;
}
