import { plainText } from "../plainText.js";
import type { ReferenceStep } from "../secrets/problems.js";
import { UPDATE_SCOPE, type Obstacle } from "../service/claims.js";
import type { ServiceError } from "../service/errors.js";
import { sentence } from "../service/sentences.js";
import type { NextStep } from "../service/sentence.js";
import { describeChanges, whenChanged } from "./drift.js";
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

/** The label of the button for an offer. */
export const offerTitles: Readonly<Record<Offer, string>> = {
  showRecord: "Show Record",
  showLog: "Show Log",
  showInFile: "Show in File",
  checkAgain: "Check Again",
  pushAgain: "Push Again",
  pushAnyway: "Push Anyway",
  compare: "Compare",
  refresh: "Refresh",
  chooseConnection: "Choose Connection",
  signIn: "Sign In",
  signInDifferently: "Sign In Differently",
  copyScope: "Copy Scope",
  retry: "Retry",
  storeSecret: "Store as Secret",
  manageTrust: "Manage Trust",
};

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
      return information(`Pushed. ${plainText(context.sentName ?? connection, 150)} is ${outcome.record.ready ? "ready" : "not ready"}.`, ["showRecord"]);
    case "refused":
      return refusal(outcome.error, context);
    case "applied":
      return information(`The answer was lost, but the push took effect: ${connection} has the new name.`, ["showRecord"]);
    case "probablyApplied":
      return warning(`The answer was lost. The push probably took effect: ${connection} changed just after it. Someone else's change would look the same.`, ["showRecord", "pushAgain", "showLog"]);
    case "notApplied":
      return warning(`The answer was lost, and the push did not take effect: ${connection} is unchanged.`, ["pushAgain", "showLog"]);
    case "unknown":
      return warning(`The answer was lost, and whether the push took effect is not known: ${whyUnknown(outcome.why, tenant, connection)}.`, ["checkAgain", "pushAgain", "showLog"]);
    case "busy":
      return information(`A push to ${connection} is under way. Wait until it has ended, then push again.`, []);
    case "readOnly":
      return warning(`${tenant} is marked as read-only. Nothing was sent.`, []);
    case "nothing":
      return information("The file has neither a name nor a setup, so there is nothing to push.", ["showInFile"]);
    case "unresolved":
      return unresolved(outcome.problems);
    case "obstacle":
      return obstacleSentence(outcome.obstacle, tenant);
    case "unreadable":
      return unreadable(outcome.error, tenant);
    case "gone":
      return failure(`${tenant} has no connection ${connection}. It was deleted, or belongs to another tenant. Nothing was sent.`, ["refresh", "chooseConnection"]);
    case "drifted":
      return warning(`${connection} was changed on the service${whenChanged(outcome.drift, context.now)}. ${describeChanges(outcome.drift).join(" ")} Nothing was sent.`, ["compare", "pushAnyway"]);
    case "notNoted":
      return failure("The push could not be noted on this machine, so an interruption would go unnoticed. Nothing was sent. Check that the disk is not full.", ["retry"]);
    case "compare":
    case "cancelled":
      return information("", []);
  }
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
  const offers: readonly Offer[] = error.kind === "sign-in" || error.kind === "unauthorized" ? ["signIn"] : ["retry", "showLog"];
  return { ...failure(`${text} Nothing was sent.`, offers), ...(next && offers.includes("retry") && { next }) };
}

function unresolved([first, ...others]: Extract<Outcome, { kind: "unresolved" }>["problems"]): OutcomeSentence {
  const more = others.length === 0 ? "" : ` There ${others.length === 1 ? "is 1 more problem" : `are ${others.length} more problems`} of this kind.`;
  const offers = new Set<Offer>([first?.next ?? "showInFile", "showInFile"]);
  return failure(`${first?.text ?? "The references of the file have no value."}${more} Nothing was sent.`, [...offers]);
}

function obstacleSentence(obstacle: Obstacle, tenant: string): OutcomeSentence {
  if (obstacle === "expired") return failure(`The access token for ${tenant} has expired. Nothing was sent.`, ["signIn"]);
  return failure(`This token may not update connections: it lacks ${UPDATE_SCOPE}. Nothing was sent.`, ["signInDifferently", "copyScope"]);
}

function whyUnknown(why: "unreadable" | "notFound" | "notKnownBefore", tenant: string, connection: string): string {
  switch (why) {
    case "unreadable":
      return `${tenant} cannot be reached`;
    case "notFound":
      return `${connection} was not found in the list`;
    case "notKnownBefore":
      return `how ${connection} was before is not known`;
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
