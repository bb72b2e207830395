import type { ReferenceProblem } from "../secrets/problems.js";
import type { PreflightFailure } from "../service/signIn/claims.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { Drifted } from "./drift.js";
import type { Verdict } from "./verify.js";
import type { Views } from "./views.js";

/** How a push ended that was never sent. */
export type NotSent =
  /** A push to the same connection has not ended. */
  | { readonly kind: "busy" }
  | { readonly kind: "readOnly" }
  /** What was typed into the file could not be saved. */
  | { readonly kind: "notSaved" }
  | { readonly kind: "invalid" }
  /** The file has neither a name nor a setup. */
  | { readonly kind: "nothing" }
  | { readonly kind: "unresolved"; readonly problems: readonly ReferenceProblem[] }
  /** The token says itself that the service would refuse, or that it was refused because it has expired. */
  | { readonly kind: "preflightFailure"; readonly failure: PreflightFailure }
  /** The record could not be read, or no token be had. */
  | { readonly kind: "unreadable"; readonly error: ServiceError }
  /** The whole list was read, and the connection is not in it. */
  | { readonly kind: "gone" }
  /** The record changed on the service, and the person left it alone or was not asked. */
  | { readonly kind: "drifted"; readonly drift: Drifted; readonly record: ConnectionRecord }
  | { readonly kind: "compare"; readonly views: Views; readonly record: ConnectionRecord }
  /** Of several files for one connection, another was chosen, or none. */
  | { readonly kind: "notChosen" }
  /** The push could not be noted, so an interruption could not have been reported afterwards. */
  | { readonly kind: "journalUnavailable" }
  /** Its tenant was changed or removed after the push had begun, so it may not be what the person agreed to. */
  | { readonly kind: "withdrawn" }
  | { readonly kind: "cancelled" };

type AfterSending =
  | { readonly kind: "done"; readonly record: ConnectionRecord; readonly page: number | undefined }
  /** It was certainly not applied: the service said no, or was not reached. */
  | { readonly kind: "refused"; readonly error: ServiceError }
  /** The answer was lost; what reading the record again told. */
  | (Verdict & { readonly cause: ServiceError | undefined });

/** How a push ended. No outcome holds a value of the setup. */
export type Outcome = NotSent | AfterSending;

/** The property of the update that a refusal names, from the root of the update down; undefined where it names none. */
export function refusedProperty(outcome: Outcome): readonly string[] | undefined {
  if (outcome.kind !== "refused" || !("property" in outcome.error)) return undefined;
  return outcome.error.property?.split(".");
}
