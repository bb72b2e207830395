import * as l10n from "@vscode/l10n";
import { counted, inARow } from "../locale.js";
import { plainText } from "../plainText.js";
import type { ReferenceStep } from "../secrets/problems.js";
import { UPDATE_SCOPE, type Obstacle } from "../service/signIn/claims.js";
import type { ServiceError } from "../service/errors/errors.js";
import { sentence, whatHappened } from "../service/sentences/sentences.js";
import type { NextStep } from "../service/sentences/sentence.js";
import { changedOnService, describeChanges } from "./drift.js";
import type { Outcome } from "./outcome.js";

/** What a person may do next. */
export type Offer =
  | "showRecord"
  | "showLog"
  | "showInFile"
  | "checkAgain"
  | "pushAgain"
  | "pushAnyway"
  | "compare"
  | "refresh"
  | "chooseConnection"
  | "signIn"
  | "signInDifferently"
  | "copyScope"
  | "retry"
  | ReferenceStep;

const TITLES: Readonly<Record<Offer, () => string>> = {
  showRecord: () => l10n.t("Show Record"),
  showLog: () => l10n.t("Show Log"),
  showInFile: () => l10n.t("Show in File"),
  checkAgain: () => l10n.t("Check Again"),
  pushAgain: () => l10n.t("Push Again"),
  pushAnyway: () => l10n.t("Push Anyway"),
  compare: () => l10n.t("Compare"),
  refresh: () => l10n.t("Refresh"),
  chooseConnection: () => l10n.t("Choose Connection"),
  signIn: () => l10n.t("Sign In"),
  signInDifferently: () => l10n.t("Sign In Differently"),
  copyScope: () => l10n.t("Copy Scope"),
  retry: () => l10n.t("Retry"),
  storeSecret: () => l10n.t("Store as Secret"),
  manageTrust: () => l10n.t("Manage Trust"),
};

/** The label of the button for an offer. */
export function offerTitle(offer: Offer): string {
  return TITLES[offer]();
}

/** What happened, what it means, and what can be done. */
export interface OutcomeSentence {
  readonly text: string;
  readonly offers: readonly Offer[];
  /** A command that helps with the cause, beside the offers. */
  readonly next?: NextStep;
  readonly severity: "information" | "warning" | "error";
}

/** Whom and what an outcome is about. */
export interface OutcomeContext {
  /** The tenant's name. */
  readonly tenant: string;
  /** The connection's name before the push, or its id. */
  readonly connection: string;
  /** The name that was sent, if it may be shown. */
  readonly sentName?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Says how a push ended. The sentence is empty where the person ended it and knows. */
export function outcomeSentence(outcome: Outcome, context: OutcomeContext): OutcomeSentence {
  const tenant = plainText(context.tenant, 80);
  const connection = plainText(context.connection, 150);
  switch (outcome.kind) {
    case "done":
      return information(pushed(plainText(context.sentName ?? connection, 150), outcome.record.ready), ["showRecord"]);
    case "refused":
      return refusal(outcome.error, context);
    case "applied":
      return information(
        inARow(
          noUsableAnswer(outcome.cause, tenant),
          l10n.t("The push took effect all the same: {0} has the new name.", connection),
        ),
        ["showRecord"],
      );
    case "probablyApplied":
      return warning(
        inARow(
          noUsableAnswer(outcome.cause, tenant),
          l10n.t(
            "The push probably took effect: {0} changed just after it. Someone else's change would look the same.",
            connection,
          ),
        ),
        ["showRecord", "pushAgain", "showLog"],
      );
    case "notApplied":
      return warning(
        inARow(
          noUsableAnswer(outcome.cause, tenant),
          l10n.t("The push did not take effect: {0} is unchanged.", connection),
        ),
        ["pushAgain", "showLog"],
      );
    case "unknown":
      return warning(inARow(noUsableAnswer(outcome.cause, tenant), whyUnknown(outcome, tenant, connection)), [
        "checkAgain",
        "pushAgain",
        "showLog",
      ]);
    case "busy":
      return information(
        l10n.t("A push to {0} is under way. Wait until it has ended, then push again.", connection),
        [],
      );
    case "readOnly":
      return warning(l10n.t("{0} is marked as read-only. Nothing was sent.", tenant), []);
    case "notSaved":
      return failure(
        l10n.t(
          "The file could not be saved, so nothing was sent. What you typed is still in the editor: save it elsewhere, or make room, then push again.",
        ),
        ["showInFile"],
      );
    case "nothing":
      return information(l10n.t("The file has neither a name nor a setup, so there is nothing to push."), [
        "showInFile",
      ]);
    case "unresolved":
      return unresolved(outcome.problems);
    case "obstacle":
      return obstacleSentence(outcome.obstacle, tenant);
    case "unreadable":
      return unreadable(outcome.error, tenant);
    case "gone":
      return failure(
        inARow(
          l10n.t("{0} has no connection {1}. It was deleted, or belongs to another tenant.", tenant, connection),
          l10n.t("Nothing was sent."),
        ),
        ["refresh", "chooseConnection"],
      );
    case "drifted":
      return warning(
        inARow(
          changedOnService(outcome.drift, connection, context.now),
          ...describeChanges(outcome.drift),
          l10n.t("Nothing was sent."),
        ),
        ["compare", "pushAnyway"],
      );
    case "notNoted":
      return failure(
        l10n.t(
          "The push could not be noted on this machine, so an interruption would go unnoticed. Nothing was sent. Check that the disk is not full.",
        ),
        ["retry"],
      );
    case "withdrawn":
      return warning(
        l10n.t(
          "The tenant {0} was changed or removed while the push was under way. Nothing was sent. Push again to see where it goes now.",
          tenant,
        ),
        [],
      );
    case "compare":
    case "cancelled":
      return information("", []);
  }
}

/** What came instead of an answer that says whether the push took effect, in one or two sentences. */
export function noUsableAnswer(cause: ServiceError | undefined, tenant: string): string {
  if (!cause) return l10n.t("The answer was lost.");
  switch (cause.kind) {
    case "reset":
    case "timeout":
      return l10n.t("The answer was lost.");
    case "cancelled":
      return l10n.t("The answer was not waited for.");
    default:
      return whatHappened(cause, { tenant });
  }
}

function pushed(connection: string, ready: boolean): string {
  return ready ? l10n.t("Pushed. {0} is ready.", connection) : l10n.t("Pushed. {0} is not ready.", connection);
}

function refusal(error: ServiceError, { tenant, connection }: OutcomeContext): OutcomeSentence {
  const { text, next } = sentence(error, { tenant, connection });
  switch (error.kind) {
    case "bad-request":
      return failure(text, ["showInFile", "showLog"]);
    case "unauthorized":
    case "sign-in":
      return failure(text, ["signIn"]);
    case "forbidden":
      return failure(text, ["signInDifferently", "copyScope"]);
    case "not-found":
      return failure(text, ["refresh", "chooseConnection"]);
    case "cancelled":
      return information(text, []);
    default:
      return { ...failure(text, ["pushAgain", "showLog"]), ...(next && { next }) };
  }
}

function unreadable(error: ServiceError, tenant: string): OutcomeSentence {
  const { text, next } = sentence(error, { tenant });
  const offers: readonly Offer[] =
    error.kind === "sign-in" || error.kind === "unauthorized" ? ["signIn"] : ["retry", "showLog"];
  return {
    ...failure(inARow(text, l10n.t("Nothing was sent.")), offers),
    ...(next && offers.includes("retry") && { next }),
  };
}

function unresolved([first, ...others]: Extract<Outcome, { kind: "unresolved" }>["problems"]): OutcomeSentence {
  const more =
    others.length === 1
      ? l10n.t("There is 1 more problem of this kind.")
      : l10n.t("There are {0} more problems of this kind.", counted(others.length));
  const offers = new Set<Offer>([first?.next ?? "showInFile", "showInFile"]);
  return failure(
    inARow(
      first?.text ?? l10n.t("The references of the file have no value."),
      others.length === 0 ? "" : more,
      l10n.t("Nothing was sent."),
    ),
    [...offers],
  );
}

function obstacleSentence(obstacle: Obstacle, tenant: string): OutcomeSentence {
  if (obstacle === "expired")
    return failure(l10n.t("The access token for {0} has expired. Nothing was sent.", tenant), ["signIn"]);
  return failure(l10n.t("This token may not update connections: it lacks {0}. Nothing was sent.", UPDATE_SCOPE), [
    "signInDifferently",
    "copyScope",
  ]);
}

function whyUnknown({ why, error }: Extract<Outcome, { kind: "unknown" }>, tenant: string, connection: string): string {
  switch (why) {
    case "unreadable":
      return inARow(
        l10n.t("Whether the push took effect is not known: {0} could not be read again.", connection),
        error && error.kind !== "cancelled" ? whatHappened(error, { tenant }) : "",
      );
    case "notFound":
      return l10n.t("Whether the push took effect is not known: {0} was not found in the list.", connection);
    case "stopped":
      return l10n.t("Whether the push took effect is not known: the check was cancelled.");
    case "notKnownBefore":
      return l10n.t("Whether the push took effect is not known: how {0} was before is not known.", connection);
  }
}

function information(text: string, offers: readonly Offer[]): OutcomeSentence {
  return { text, offers, severity: "information" };
}

function warning(text: string, offers: readonly Offer[]): OutcomeSentence {
  return { text, offers, severity: "warning" };
}

function failure(text: string, offers: readonly Offer[]): OutcomeSentence {
  return { text, offers, severity: "error" };
}
