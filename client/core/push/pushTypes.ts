/** The words of a push, in the order in which it meets them: request, target, plan, check, outcome, result, event. */

import type { InspectResult } from "../../../server/protocol/messages.js";
import type { ConnectionKey, NamedConnection } from "../connections/connectionKey.js";
import type { RecordMark } from "../lock/lockEntries.js";
import type { PushWarning } from "../secrets/pushWarnings.js";
import type { ReferenceProblem } from "../secrets/referenceProblems.js";
import type { LookupResult } from "../secrets/resolve.js";
import type { SecretSources } from "../secrets/sources.js";
import type { ValueDigests } from "../secrets/valueDigests.js";
import type { ServiceClient } from "../service/serviceClient.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { PreflightFailure } from "../service/signIn/claims.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { StoredOutcome } from "./state/storedOutcomes.js";
import type { Action } from "../text/action.js";

export type PushService = Pick<ServiceClient, "recordOf" | "later" | "cached" | "updateConnection"> &
  Partial<Pick<ServiceClient, "preflightFailure" | "dropToken">>;

export type PlannedFile = Pick<InspectResult, "request" | "variant" | "unknown" | "leftOut" | "numbers"> &
  Partial<Pick<InspectResult, "references">>;

export interface FileContents {
  /** The file must have no errors. */
  readonly inspected: PlannedFile;
  /** Keyed digest of `inspected`, to tell later whether the file changed. */
  readonly digest?: string | undefined;
}

export interface RecordState extends RecordMark {
  readonly name: string;
  readonly ready: boolean;
}

export interface RememberedRecord extends RecordState {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface RotationPart {
  readonly id: string;
  readonly names: readonly string[];
}

/** Keeps the service of the tenant it was started for, even if another becomes active. */
export interface PushRequest extends FileContents {
  readonly service: PushService;
  readonly tenant: { readonly origin: string; readonly name: string; readonly readOnly?: boolean };
  readonly id: string;
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  readonly file: string;
  /** The connection that the file named, or was linked to, when the push was requested. */
  readonly named?: NamedConnection | undefined;
  readonly sources: SecretSources;
  /** Makes digests that tell later whether values were replaced. Without it, none are kept. */
  readonly digestValues?: ((values: readonly LookupResult[], about: string) => Promise<ValueDigests>) | undefined;
  /** Why the file isn't sent, if that's known before the push is checked. */
  readonly notSent?: NotSent | undefined;
  readonly rotation?: RotationPart | undefined;
  readonly remembered?: RememberedRecord | undefined;
  /** The record after anyone's last push, from the lock file, or as planned. */
  readonly locked?: RecordMark | undefined;
}

export interface PushTarget extends ConnectionKey {
  /** The URI of the setup file; empty if there's none. */
  readonly file: string;
  readonly tenantName: string;
  readonly connection: string;
  /** Left out if the name comes from a reference. */
  readonly sentName?: string | undefined;
}

export function targetOf(request: PushRequest): PushTarget {
  const { tenant, id, file } = request;
  return { origin: tenant.origin, tenantName: tenant.name, id, connection: displayNameOf(request), file };
}

/** The name of a connection, or its ID if the name is blank. @param label what to call it until its name is known. */
export function displayNameOf({ id, name, label }: Pick<PushRequest, "id" | "name" | "label">): string {
  const called = name ?? label ?? "";
  return sanitizeText(called) === "" ? id : called;
}

export interface PushPlan {
  readonly record: ConnectionRecord | undefined;
  /** The body of the PATCH, exactly `{name?, setup?}` ("Update request body"). Has credentials, so never show it. */
  readonly body: string;
  readonly views: Views;
  /** One line per change, without values of the setup. */
  readonly changes: readonly string[];
  /** Names such as `name` and `setup.api_key`. */
  readonly properties: readonly string[];
  readonly warnings: readonly PushWarning[];
  /** The name that verification looks for in the record; undefined if it has references. */
  readonly sentName: string | undefined;
  /** When the token that's sent ends, as in RFC 3339 (`full-date`); undefined if there's none, or it doesn't say. */
  readonly expires: string | undefined;
  /** Everything in the body that may be a credential, for redaction. */
  readonly secrets: readonly string[];
}

/** JSON text without credentials, with a comment above it if a setup is sent. */
export interface Views {
  readonly before: string;
  readonly after: string;
}

export type Drift =
  | { readonly kind: "same" }
  | Drifted
  /** The record is older than what's known of it. Nobody changed it since: the service is behind, or went back. */
  | { readonly kind: "behind" }
  /** No earlier state is known, or the record has too few fields to tell. */
  | { readonly kind: "unknown" };

export interface Drifted {
  readonly kind: "changed";
  readonly before: RecordState;
  readonly now: RecordState;
  /** Milliseconds since the epoch. */
  readonly at: number | undefined;
}

export interface CheckedPush {
  readonly request: PushRequest;
  readonly target: PushTarget;
  readonly plan: PushPlan;
  readonly values?: ValueDigests | undefined;
  readonly drift: Drift;
}

export interface DriftedPush {
  readonly push: CheckedPush;
  readonly drift: Drifted;
  readonly record: ConnectionRecord;
}

declare const confirmed: unique symbol;

/** A push that passed the review. Only these can be sent. */
export type ConfirmedPush = CheckedPush & { readonly [confirmed]: true };

/** A push, recorded before it's sent. Contains no values of a setup. */
export interface JournalEntry extends PushTarget {
  readonly push: string;
  readonly window: string;
  readonly startedAt: number;
  readonly properties: readonly string[];
  readonly before?: RecordState | undefined;
  /** Keyed digest of the file's request. */
  readonly digest?: string | undefined;
  readonly values?: ValueDigests | undefined;
  /** As in the plan. */
  readonly expires?: string | undefined;
  readonly rotation?: RotationPart | undefined;
  /** Undefined until it's known. */
  readonly outcome?: StoredOutcome;
}

/** Whether a push replaces credentials, rather than only the name. */
export function sendsSetup({ properties }: Pick<JournalEntry, "properties">): boolean {
  return properties.some((property) => property !== "name");
}

export type NotSent =
  /** Another push to the same connection is in progress. */
  | { readonly kind: "busy" }
  | { readonly kind: "readOnly" }
  /** The unsaved changes of a file couldn't be saved. */
  | { readonly kind: "notSaved"; readonly file: string }
  /** The file was deleted. An editor or an earlier reading still has its contents. */
  | { readonly kind: "deleted"; readonly file: string }
  | { readonly kind: "invalid" }
  /** The file was changed after the push was requested, and names another connection now. */
  | { readonly kind: "otherTarget"; readonly file: string }
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

export interface Unsettled {
  readonly why: "unchanged" | "unreadable" | "notFound" | "behind";
  readonly error?: ServiceError | undefined;
}

/** How a push may stand while its outcome is being looked for. */
export type UnsettledOutcome = "pending" | "unseen";

export type Verdict =
  /** The record changed and now has the name that was sent. */
  | { readonly kind: "applied"; readonly record: ConnectionRecord }
  /** The record changed after sending, but someone else may have changed it. */
  | { readonly kind: "probablyApplied"; readonly record: ConnectionRecord }
  /** The record is still unchanged long after sending. */
  | { readonly kind: "notApplied"; readonly record: ConnectionRecord }
  /** The record is unchanged so far, or couldn't be read or found. More checks follow. */
  | ({ readonly kind: UnsettledOutcome } & Unsettled)
  | ({ readonly kind: "unknown" } & (
      | Unsettled
      | {
          readonly why: "notKnownBefore" | "changedByOthers" | "stopped" | "pushedAgain" | "signedOut" | "withdrawn";
          readonly error?: undefined;
        }
    ));

type AfterSending =
  | { readonly kind: "done"; readonly record: ConnectionRecord }
  /** Certainly not applied: the service refused or wasn't reached. */
  | { readonly kind: "refused"; readonly error: ServiceError }
  /** The response was lost. The verdict comes from reading the record again. */
  | (Verdict & { readonly cause: ServiceError | undefined });

/** Contains no values of the setup. */
export type Outcome = NotSent | AfterSending;

/** The outcome of a push that was recorded before it was sent. Its kind is stored, so it has to be a `StoredOutcome`. */
export type RecordedOutcome = AfterSending | Extract<NotSent, { readonly kind: "withdrawn" | "cancelled" }>;

export interface OutcomeMessage {
  /** Empty if the user stopped the push and needs no message. */
  readonly text: string;
  readonly severity: "information" | "warning" | "error";
  readonly actions: readonly Action[];
}

export interface EndedPush {
  readonly target: PushTarget;
  /** Undefined for a push of an earlier window. */
  readonly request?: PushRequest | undefined;
  readonly entry?: JournalEntry | undefined;
}

export type Ending = Omit<EndedPush, "entry"> &
  (
    | { readonly entry?: undefined; readonly outcome: Outcome }
    | { readonly entry: JournalEntry; readonly outcome: RecordedOutcome }
  );

export type PushResult = Ending & { readonly message: OutcomeMessage };

export type FileActivity = "checking" | "pushing";

export type PushEvent =
  | { readonly kind: "begins" | "ends"; readonly file: string; readonly activity: FileActivity }
  /** A record has drifted. Emitted before the user decides. */
  | { readonly kind: "drifted"; readonly origin: string; readonly record: ConnectionRecord }
  | { readonly kind: "ended"; readonly result: PushResult }
  /** The verification of a push ended without an outcome. */
  | { readonly kind: "abandoned"; readonly entry: JournalEntry };

/** Mustn't reject, because a failure to record doesn't undo the push. */
export type PushListener = (event: PushEvent) => Promise<void> | void;
