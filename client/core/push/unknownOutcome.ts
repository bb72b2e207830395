import * as l10n from "@vscode/l10n";
import { describeServiceError, nextStep } from "../service/errorTable.js";
import type { Action } from "../text/action.js";
import { joinSentences } from "../text/locale.js";
import type { Outcome, UnsettledOutcome } from "./pushTypes.js";

/** An outcome that may still be found out. */
export type UnknownOutcome = Extract<Outcome, { readonly kind: "unknown" | UnsettledOutcome }>;

const REASONS: Readonly<Record<UnknownOutcome["why"], (connection: string, tenant: string) => string>> = {
  unreadable: (name) => l10n.t("Unknown: {0} couldn't be read again.", name),
  notFound: (name) => l10n.t("Unknown: {0} wasn't found in the list.", name),
  behind: (name) => l10n.t("Unknown: the service lists an earlier state of {0}.", name),
  stopped: () => l10n.t("Unknown: the check was canceled."),
  notKnownBefore: (name) => l10n.t("Unknown: the previous state of {0} isn't known.", name),
  changedByOthers: (name) =>
    l10n.t("Unknown: {0} has another name than the one that was sent. Someone else may have changed it.", name),
  signedOut: (name, tenant) => l10n.t("Unknown: {0} can't be read because you're signed out of {1}.", name, tenant),
  withdrawn: (_, tenant) => l10n.t("Unknown: the tenant {0} was changed or removed.", tenant),
  pushedAgain: (name) => l10n.t("Unknown: {0} was pushed again in the meantime.", name),
  // The last check of an unchanged record makes it not applied, so only a pending push has this reason.
  unchanged: (name) => l10n.t("Not applied yet: {0} is unchanged.", name),
};

/** Says why an outcome is unknown. */
export function describeUnknown(
  { why, error }: UnknownOutcome,
  { tenant, connection }: { readonly tenant: string; readonly connection: string },
): string {
  return joinSentences(REASONS[why](connection, tenant), error ? describeServiceError(error, { tenant }) : "");
}

export function actionsAfterCheck({ why, error }: UnknownOutcome): readonly Action[] {
  if (why === "signedOut") return ["signIn", "checkAgain"];
  const next = error && nextStep(error);
  if (next === "signIn" || next === "signInDifferently") return [next, "checkAgain", "showLog"];
  return ["checkAgain", "pushAgain", "showLog", ...(next === "proxySettings" ? [next] : [])];
}
