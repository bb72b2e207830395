import * as vscode from "vscode";
import { plainText } from "../../plainText.js";
import type { ConnectionRecord } from "../../service/records.js";
import type { Tenant } from "../../tenants/tenant.js";
import { ago } from "../../when.js";
import { describeChanges, type Drifted } from "../drift.js";
import type { DriftChoice } from "../carryOut.js";
import type { PushPlan } from "../plan.js";
import type { PushDecisions } from "../run.js";
import type { ReviewDocuments } from "./reviewDocuments.js";

const PUSH = "Push";
const SHOW = "Show Changes";
const OVERWRITE = "Push Anyway";
const COMPARE = "Compare";

/** Asks a person what only a person can decide about a push. Escape always means no. */
export function askPerson(tenant: Tenant, documents: ReviewDocuments): PushDecisions {
  return {
    confirm: (plan) => confirm(plan, tenant, documents),
    chooseOnDrift: (drift, record, plan) => chooseOnDrift(drift, record, plan),
  };
}

async function confirm(plan: PushPlan, tenant: Tenant, documents: ReviewDocuments): Promise<boolean> {
  if (!tenant.production && !mustConfirm()) return true;
  const { target } = plan;
  const name = plainText(target.name ?? target.id);
  for (;;) {
    const question = `Push to ${plainText(tenant.name)}${tenant.production ? " (production)" : ""}?`;
    const answer = await vscode.window.showInformationMessage(question, { modal: true, detail: detailOf(plan) }, PUSH, SHOW);
    if (answer === undefined) return false;
    if (answer === PUSH) return tenant.production ? typeName(name, tenant) : true;
    await documents.compare(plan.views, `${target.origin}/${target.id}`, name);
    if (!(await askBesideChanges(tenant))) return false;
  }
}

/** While the comparison is looked at, the question waits in a corner rather than in front of it. */
async function askBesideChanges({ name }: Tenant): Promise<boolean> {
  const go = "Continue";
  return (await vscode.window.showInformationMessage(`Continue with the push to ${plainText(name)}?`, go, "Cancel")) === go;
}

function detailOf({ target, changes, warnings }: PushPlan): string {
  const connection = target.name === undefined ? plainText(target.id) : `${plainText(target.name)} (${plainText(target.id)})`;
  const lines = [
    `Connection: ${connection}`,
    `Tenant: ${plainText(target.tenantName)}, ${target.origin}`,
    "",
    "What is sent:",
    ...changes.map((change) => `• ${plainText(change, 400)}`),
    ...(warnings.length > 0 ? ["", ...warnings.map((warning) => plainText(warning, 400))] : []),
  ];
  return lines.join("\n");
}

/** On production a second, deliberate step: the connection's name, or a button that names the place. */
async function typeName(name: string, tenant: Tenant): Promise<boolean> {
  const pick = vscode.window.createQuickPick();
  pick.title = `Push to ${plainText(tenant.name)}, which is production`;
  pick.placeholder = `Type “${name}”, or choose below`;
  pick.ignoreFocusOut = true;
  const go = { label: "$(shield) Push to production", alwaysShow: true };
  const stop = { label: "$(close) Do not push", alwaysShow: true };
  pick.items = [stop, go];
  pick.activeItems = [stop];
  return new Promise((resolve) => {
    let agreed = false;
    pick.onDidAccept(() => {
      agreed = pick.value.trim() === name || pick.activeItems[0] === go;
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(agreed);
    });
    pick.show();
  });
}

async function chooseOnDrift(drift: Drifted, record: ConnectionRecord, { target }: PushPlan): Promise<DriftChoice> {
  const since = drift.at === undefined ? "" : ` ${ago(drift.at, Date.now())}`;
  const question = `${plainText(target.name ?? record.name)} was changed on the service${since}, after this file was last pushed or made.`;
  const detail = [...describeChanges(drift), "", "Pushing anyway replaces what is there."].join("\n");
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, OVERWRITE, COMPARE);
  return answer === OVERWRITE ? "overwrite" : answer === COMPARE ? "compare" : "cancel";
}

function mustConfirm(): boolean {
  return vscode.workspace.getConfiguration("vaultconn").inspect<boolean>("push.confirm")?.globalValue ?? true;
}
