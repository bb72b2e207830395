import * as l10n from "@vscode/l10n";
import { joinSentences } from "../text/locale.js";
import type { ServiceError } from "../service/errors/errors.js";
import { describeServiceError } from "../service/sentences/sentences.js";
import type { Outcome } from "./outcome.js";

/** What came instead of an answer that says whether the push took effect, in one or two sentences. */
export function noUsableAnswer(cause: ServiceError | undefined, tenant: string): string {
  if (!cause || cause.kind === "reset" || cause.kind === "timeout") return l10n.t("The answer was lost.");
  return cause.kind === "cancelled" ? l10n.t("You stopped waiting.") : describeServiceError(cause, { tenant });
}

/** Why nobody knows whether a push took effect. */
export function whyUnknown(
  { why, error }: Extract<Outcome, { readonly kind: "unknown" | "pending" }>,
  tenant: string,
  connection: string,
): string {
  switch (why) {
    case "unreadable":
      return joinSentences(
        l10n.t("Whether the push took effect is not known: {0} could not be read again.", connection),
        error ? describeServiceError(error, { tenant }) : "",
      );
    case "notFound":
      return l10n.t("Whether the push took effect is not known: {0} was not found in the list.", connection);
    case "stopped":
      return l10n.t("Whether the push took effect is not known: the check was cancelled.");
    case "notKnownBefore":
      return l10n.t("Whether the push took effect is not known: how {0} was before is not known.", connection);
    case "changedByOthers":
      return l10n.t(
        "Whether the push took effect is not known: someone else changed {0}, before or after this push.",
        connection,
      );
    case "signedOut":
      return l10n.t(
        "Whether the push to {0} took effect is not known: you are not signed in to {1}.",
        connection,
        tenant,
      );
    case "withdrawn":
      return l10n.t("The outcome of the push is unknown: the tenant {0} was changed or removed.", tenant);
    case "pushedAgain":
      return l10n.t("Whether the push took effect is not known: {0} was pushed again since.", connection);
    case "unchanged":
      return l10n.t("Whether the push took effect is not known: the last look at {0} failed.", connection);
  }
}
