import * as l10n from "@vscode/l10n";
import { isServiceError } from "../../../core/service/errors/errors.js";
import { nextStep, ruleOf, sentence, shortReason } from "../../../core/service/errorTable.js";
import type { Action } from "../../../core/text/action.js";
import type { Tenant } from "../../../core/tenants/tenant.js";
import { actionTitle } from "../../actions.js";
import type { ProblemNode } from "../../tenants/nodes.js";
import type { RowKind, RowLook } from "./row.js";

/** Why the connections weren't loaded, and one step that may help. */
export const problemRow: RowKind<ProblemNode> = {
  id: ({ session, step }) => `problem:${step}:${session.tenant.origin}`,
  look: (node) => (node.step === "editTenant" ? helpLook(node) : problemLook(node)),
};

/**
 * The steps that may help after a failure, one row each. If signing in is needed, a retry would fail again. If the
 * address may be wrong, a retry may still help, since some hosts are only found through a VPN.
 */
export function stepsFor(
  failure: unknown,
  { host, local }: Pick<Tenant, "host" | "local">,
): readonly [Action, ...Action[]] {
  if (!isServiceError(failure)) return ["retry"];
  if (["signIn", "signInDifferently"].includes(nextStep(failure) ?? "")) return ["signIn"];
  return failure.host === host && !local && ruleOf(failure).isMisaddressed?.(failure)
    ? ["retry", "editTenant"]
    : ["retry"];
}

/** Even if only signing in helps, the inline action retries. */
function problemLook(node: ProblemNode): RowLook {
  const { session, failure, step } = node;
  const { text, next = "signIn" } = sentence(failure, { tenant: session.tenant.name });
  const signsIn = step === "signIn";
  const title = actionTitle(signsIn ? next : "retry");
  return {
    label: title,
    description: shortReason(failure),
    icon: "error",
    color: "list.errorForeground",
    tooltip: `${text}\n\n${signsIn ? l10n.t("Select to sign in.") : l10n.t("Select to retry.")}`,
    contextValue: "problem",
    spoken: signsIn
      ? l10n.t("Loading failed: {0} Press Enter to sign in.", text)
      : l10n.t("Loading failed: {0} Press Enter to retry.", text),
    command: { command: signsIn ? "vaultconn.signIn" : "vaultconn.refresh", title, arguments: [node] },
  };
}

function helpLook(node: ProblemNode): RowLook {
  const { name, host } = node.session.tenant;
  const title = actionTitle("editTenant");
  return {
    label: title,
    description: host,
    icon: "edit",
    tooltip: l10n.t("The address of {0} may be wrong. Select to change it.", name),
    contextValue: "help",
    command: { command: "vaultconn.editTenant", title, arguments: [node] },
  };
}
