import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { counted, enumerated } from "../../locale.js";
import { plainText } from "../../plainText.js";
import type { Tenant } from "../../tenants/tenant.js";
import { askAboutProduction } from "./productionStep.js";
import type { PushPlan } from "../plan.js";

/** More lines do not fit into a dialog. */
const LISTED = 15;

/** How many of the chosen files are left out. */
interface LeftOut {
  /** They cannot be pushed as they are. */
  readonly stopped: number;
  /** They were changed on the service. */
  readonly drifted: number;
  /** Another file is for the same connection. */
  readonly contested: number;
  /** What was typed into them could not be saved. */
  readonly unsaved: number;
}

/**
 * Asks about many pushes at once, naming every tenant and what each gets.
 * @returns the plans that may be sent.
 */
export async function confirmBatch(
  plans: readonly PushPlan[],
  tenants: readonly Tenant[],
  { stopped, drifted, contested, unsaved }: LeftOut,
): Promise<readonly PushPlan[]> {
  const involved = tenants.filter(({ origin }) => plans.some(({ target }) => target.origin === origin));
  const names = involved.map(({ name, production }) =>
    production ? l10n.t("{0} (production)", plainText(name)) : plainText(name),
  );
  const production = involved.filter((tenant) => tenant.production).map(({ name }) => plainText(name));
  const push = l10n.t("Push");
  const lines = plans
    .slice(0, LISTED)
    .map(
      ({ target, properties }) =>
        `• ${plainText(target.name ?? target.id, 60)}${involved.length > 1 ? ` (${plainText(target.tenantName, 40)})` : ""}: ${plainText(properties.join(", "), 120)}`,
    );
  const warnings = plans.flatMap(({ target, warnings: special }) =>
    special.map((warning) => `${plainText(target.name ?? target.id, 60)}: ${plainText(warning, 400)}`),
  );
  const detail = [
    ...lines,
    ...restOf(plans),
    ...(warnings.length > 0 ? ["", ...warnings.slice(0, LISTED), ...restOf(warnings)] : []),
    ...(drifted + stopped + contested + unsaved > 0 ? [""] : []),
    ...(unsaved > 0
      ? [
          unsaved === 1
            ? l10n.t("Left out: 1 that could not be saved. What you typed is still in its editor.")
            : l10n.t(
                "Left out: {0} that could not be saved. What you typed is still in their editors.",
                counted(unsaved),
              ),
        ]
      : []),
    ...(drifted > 0 ? [driftedInWords(drifted)] : []),
    ...(contested > 0
      ? [l10n.t("Left out: {0}, since another file updates the same connection.", counted(contested))]
      : []),
    ...(stopped > 0
      ? [
          stopped === 1
            ? l10n.t("Left out: 1 that cannot be pushed as it is.")
            : l10n.t("Left out: {0} that cannot be pushed as they are.", counted(stopped)),
        ]
      : []),
  ];
  const question =
    plans.length === 1
      ? l10n.t("Push 1 file to {0}?", enumerated(names))
      : l10n.t("Push {0} files to {1}?", counted(plans.length), enumerated(names));
  const ask = production.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const answer = await ask(question, { modal: true, detail: detail.join("\n") }, push);
  if (answer !== push) return [];
  const [first] = production;
  return first === undefined || (await askAboutProduction(first, enumerated(production))) ? plans : [];
}

function restOf(all: readonly unknown[]): readonly string[] {
  return all.length > LISTED ? [l10n.t("… and {0} more", counted(all.length - LISTED))] : [];
}

function driftedInWords(count: number): string {
  if (count === 1)
    return l10n.t("Left out: 1 changed on the service since the last push. Push it by itself to compare.");
  return l10n.t(
    "Left out: {0} changed on the service since the last push. Push them one by one to compare.",
    counted(count),
  );
}
