import type { ReferenceProblem } from "../secrets/problems.js";
import type { PreflightFailure } from "../service/signIn/claims.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { Drifted } from "./drift.js";
import type { Verdict } from "./verify.js";
import type { Views } from "./plan.js";

export type NotSent =
  /** Another push to the same connection is in progress. */
  | { readonly kind: "busy" }
  | { readonly kind: "readOnly" }
  /** The unsaved changes of a file couldn't be saved. */
  | { readonly kind: "notSaved"; readonly file: string }
  | { readonly kind: "invalid" }
  | { readonly kind: "nothing" }
  | { readonly kind: "unresolved"; readonly problems: readonly ReferenceProblem[] }
  /** The token lacks the scope for updates, or it was refused because it expired. */
  | { readonly kind: "preflightFailure"; readonly failure: PreflightFailure }
  | { readonly kind: "unreadable"; readonly error: ServiceError }
  /** The whole list was read without finding the connection. */
  | { readonly kind: "gone" }
  | { readonly kind: "drifted"; readonly drift: Drifted; readonly record: ConnectionRecord }
  | { readonly kind: "compare"; readonly views: Views; readonly record: ConnectionRecord }
  /** Another file for the same connection was chosen, or none. */
  | { readonly kind: "notChosen" }
  /** The push couldn't be recorded, so an interruption couldn't be reported later. */
  | { readonly kind: "journalUnavailable" }
  /** The tenant was changed or removed after the push began, so it may not be what the user confirmed. */
  | { readonly kind: "withdrawn" }
  | { readonly kind: "cancelled" };

type AfterSending =
  | { readonly kind: "done"; readonly record: ConnectionRecord; readonly page: number | undefined }
  /** Certainly not applied: the service refused or wasn't reached. */
  | { readonly kind: "refused"; readonly error: ServiceError }
  /** The response was lost. The verdict comes from reading the record again. */
  | (Verdict & { readonly cause: ServiceError | undefined });

/** Contains no values of the setup. */
export type Outcome = NotSent | AfterSending;

export function refusedProperty(outcome: Outcome): readonly string[] | undefined {
  if (outcome.kind !== "refused" || !("property" in outcome.error)) return undefined;
  return outcome.error.property?.split(".");
}
