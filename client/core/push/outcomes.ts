import * as l10n from "@vscode/l10n";
import { UPDATE_SCOPE } from "../service/signIn/claims.js";
import type { ServiceError } from "../service/errors/errors.js";
import { changedOnService, describeDrift } from "./compareRecords.js";
import { actionsAfter } from "./actionsAfter.js";
import type { Outcome, OutcomeMessage, UnsettledOutcome } from "./pushTypes.js";
import type { Action } from "../text/action.js";
import { actionsAfterCheck, describeUnknown, type UnknownOutcome } from "./unknownOutcome.js";
import { formatNumber, joinSentences } from "../text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { sentence, describeServiceError } from "../service/errorTable.js";
import type { MessageContext } from "../service/errorTexts.js";

export interface OutcomeContext extends MessageContext {
  /** Its name in quotes, or its ID. */
  readonly connection: string;
  /** Left out if the name comes from a reference. */
  readonly sentName?: string | undefined;
}

type Kind = Outcome["kind"];
type Of<K extends Kind> = Extract<Outcome, { readonly kind: K }>;

interface OutcomeRule<K extends Kind> {
  readonly severity: OutcomeMessage["severity"];
  /** success: certainly applied; open: possibly applied; stopped: by the user; failure: not applied. */
  readonly counts: "success" | "open" | "stopped" | "failure";
  /** Short text for a row. */
  readonly label: () => string;
  readonly isResponseLost?: true;
  readonly text: (outcome: Of<K>, context: OutcomeContext) => string;
  readonly actions?: (outcome: Of<K>) => readonly Action[];
}

const APPLIED = { severity: "information", counts: "success" } as const;
const OPEN = { severity: "warning", counts: "open" } as const;
const FAILED = { severity: "error", counts: "failure" } as const;
const HELD_BACK = { severity: "warning", counts: "failure" } as const;
const BEING_CHECKED = {
  ...OPEN,
  isResponseLost: true,
  text: (outcome: UnknownOutcome, context: OutcomeContext) =>
    joinSentences(describeUnknown(outcome, context), l10n.t("Checking for another minute.")),
  actions: actionsAfterCheck,
} as const;
const STOPPED = { severity: "information", counts: "stopped", text: () => "" } as const;

const OUTCOMES: { readonly [K in Kind]: OutcomeRule<K> } = {
  done: {
    ...APPLIED,
    label: () => l10n.t("applied"),
    text: ({ record }, { connection, sentName }) => {
      const name = sentName === undefined ? connection : quoted(sentName);
      return record.ready ? l10n.t("Pushed. {0} is ready.", name) : l10n.t("Pushed. {0} isn't ready.", name);
    },
    actions: ({ record }) => (record.ready ? ["showRecord"] : ["openInBrowser", "showRecord"]),
  },
  refused: {
    ...FAILED,
    label: () => l10n.t("rejected"),
    text: ({ error }, context) =>
      joinSentences(
        sentence(error, context).text,
        error.kind === "bad-request" && error.property === undefined
          ? l10n.t("The response doesn't say which property is wrong.")
          : "",
      ),
    actions: ({ error }) => actionsAfter(error),
  },
  applied: {
    ...APPLIED,
    label: () => l10n.t("applied"),
    isResponseLost: true,
    text: (_, { connection, sentName }) =>
      sentName === undefined
        ? l10n.t("The push was applied: {0} has the new name.", connection)
        : l10n.t("The push was applied: {0} has the new name {1}.", connection, quoted(sentName)),
    actions: () => ["showRecord"],
  },
  probablyApplied: {
    ...OPEN,
    label: () => l10n.t("probably applied"),
    isResponseLost: true,
    text: (_, { connection }) =>
      l10n.t(
        "The push was probably applied: {0} changed right after it. Someone else's change would look the same.",
        connection,
      ),
    actions: () => ["showRecord", "pushAgain", "showLog"],
  },
  notApplied: {
    ...HELD_BACK,
    label: () => l10n.t("not applied"),
    isResponseLost: true,
    text: (_, { connection }) => l10n.t("The push was not applied: {0} is unchanged.", connection),
    actions: () => ["pushAgain", "showLog"],
  },
  pending: { ...BEING_CHECKED, label: () => l10n.t("not applied yet") },
  unseen: { ...BEING_CHECKED, label: () => l10n.t("outcome unknown, checking again") },
  unknown: {
    ...OPEN,
    label: () => l10n.t("outcome unknown"),
    text: describeUnknown,
    actions: actionsAfterCheck,
  },
  busy: {
    severity: "information",
    counts: "failure",
    label: () => l10n.t("not sent, another push was in progress"),
    text: (_, { connection }) =>
      l10n.t("Another push to {0} is in progress in this or another window. Wait until it ends.", connection),
  },
  readOnly: {
    ...HELD_BACK,
    label: () => l10n.t("not sent, the tenant is read-only"),
    text: (_, { tenant }) => l10n.t("{0} is marked as read-only. Nothing was sent.", tenant),
    actions: () => ["editTenant"],
  },
  notSaved: {
    ...FAILED,
    label: () => l10n.t("not sent, the file couldn't be saved"),
    text: ({ file }) =>
      l10n.t(
        "{0} couldn't be saved, so nothing was sent. Your changes are still in the editor. Save the file, and then push again.",
        file,
      ),
    actions: () => ["showInFile"],
  },
  deleted: {
    ...HELD_BACK,
    label: () => l10n.t("not sent, the file was deleted"),
    text: ({ file }) =>
      l10n.t("{0} was deleted, so nothing was sent. To keep the file and push it, save it again.", file),
    actions: () => ["saveAndPush"],
  },
  invalid: {
    ...FAILED,
    label: () => l10n.t("not sent, the file has problems"),
    text: () => l10n.t("Fix the problems in the file before you push. Nothing was sent."),
    actions: () => ["showInFile"],
  },
  otherTarget: {
    ...HELD_BACK,
    label: () => l10n.t("not sent, the file names another connection now"),
    text: ({ file }) =>
      l10n.t("{0} names another connection now. Nothing was sent. To see where the file goes, push it again.", file),
    actions: () => ["pushAgain", "showInFile"],
  },
  nothing: {
    severity: "information",
    counts: "failure",
    label: () => l10n.t("not sent, nothing to send"),
    text: () => l10n.t("There's nothing to push. Add a name or a setup to the file."),
    actions: () => ["showInFile"],
  },
  unresolved: {
    ...FAILED,
    label: () => l10n.t("not sent, a reference has no value"),
    text: ({ problems: [first, ...others] }) =>
      joinSentences(first?.text ?? "", describeOthers(others.length), l10n.t("Nothing was sent.")),
    actions: ({ problems: [first] }) => [...new Set<Action>([first?.next ?? "showInFile", "showInFile"])],
  },
  preflightFailure: {
    ...FAILED,
    label: () => l10n.t("not sent, the token doesn't allow it"),
    text: ({ failure }, { tenant }) =>
      failure === "expired"
        ? l10n.t("Your access token for {0} has expired. Nothing was sent.", tenant)
        : joinSentences(
            l10n.t("This token can't update connections."),
            l10n.t("It needs the scope {0}.", UPDATE_SCOPE),
            l10n.t("Nothing was sent."),
          ),
    actions: ({ failure }) => (failure === "expired" ? ["signIn"] : ["signInDifferently", "copyScope"]),
  },
  unreadable: {
    ...FAILED,
    label: () => l10n.t("not sent, the connection couldn't be read"),
    text: ({ error }, { tenant, network }) =>
      joinSentences(sentence(error, { tenant, network }).text, l10n.t("Nothing was sent.")),
    actions: ({ error }) => actionsAfter(error),
  },
  gone: {
    ...FAILED,
    label: () => l10n.t("not sent, the connection doesn't exist"),
    text: (_, { tenant, connection }) =>
      joinSentences(
        l10n.t("{0} has no connection {1}. It was deleted or belongs to another tenant.", tenant, connection),
        l10n.t("Nothing was sent."),
      ),
    actions: () => ["refresh", "chooseConnection"],
  },
  drifted: {
    ...HELD_BACK,
    label: () => l10n.t("not sent, changed on the service"),
    text: ({ drift }, { connection }) =>
      joinSentences(changedOnService(drift, connection), ...describeDrift(drift), l10n.t("Nothing was sent.")),
  },
  journalUnavailable: {
    ...FAILED,
    label: () => l10n.t("not sent, the push couldn't be recorded"),
    text: () =>
      l10n.t(
        "The push couldn't be recorded on this computer, so nothing was sent. Make sure that the disk isn't full, and then retry.",
      ),
    actions: () => ["retryPush"],
  },
  withdrawn: {
    ...HELD_BACK,
    label: () => l10n.t("not sent, the tenant was changed"),
    text: (_, { tenant }) =>
      l10n.t(
        "The tenant {0} was changed or removed during the push. Nothing was sent. To see where the file goes now, push it again.",
        tenant,
      ),
  },
  compare: { ...STOPPED, label: () => l10n.t("not sent, compared instead") },
  notChosen: { ...STOPPED, label: () => l10n.t("not sent, another file updates the same connection") },
  cancelled: { ...STOPPED, label: () => l10n.t("canceled") },
};

export function messageFor<K extends Kind>(outcome: Of<K>, context: OutcomeContext): OutcomeMessage {
  const plain = {
    ...context,
    tenant: sanitizeText(context.tenant, 80),
    connection: sanitizeText(context.connection, 152),
  };
  const { severity, text, actions } = OUTCOMES[outcome.kind];
  const any: Outcome = outcome;
  const instead = "cause" in any ? noUsableAnswer(any.cause, plain.tenant) : "";
  return { severity, text: joinSentences(instead, text(outcome, plain)), actions: actions?.(outcome) ?? [] };
}

/** A name in a message, so that it can be told from the text around it. */
function quoted(name: string): string {
  return l10n.t("“{0}”", sanitizeText(name, 150));
}

/** A connection in a message: its name in quotes, or its ID if the name is blank. */
export function quotedName({ id, name }: { readonly id: string; readonly name: string }): string {
  return name === id || sanitizeText(name) === "" ? sanitizeText(id) : quoted(name);
}

export function outcomeLabel(kind: Kind): string {
  return OUTCOMES[kind].label();
}

export function describeOutcome(kind: Kind): string {
  const { label, isResponseLost } = OUTCOMES[kind];
  return isResponseLost ? l10n.t("{0} (response lost)", label()) : label();
}

export function countsAs({ kind }: Pick<Outcome, "kind">): OutcomeRule<Kind>["counts"] {
  return OUTCOMES[kind].counts;
}

function describeOthers(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? l10n.t("There is 1 more problem like this.")
    : l10n.t("There are {0} more problems like this.", formatNumber(count));
}

export function noUsableAnswer(cause: ServiceError | undefined, tenant: string): string {
  if (!cause || cause.kind === "reset" || cause.kind === "timeout") return l10n.t("The response was lost.");
  return cause.kind === "cancelled" ? l10n.t("You stopped waiting.") : describeServiceError(cause, { tenant });
}

export function isBeingVerified<Any extends { readonly kind: Kind }>(
  outcome: Any,
): outcome is Any & { readonly kind: UnsettledOutcome } {
  return outcome.kind === "pending" || outcome.kind === "unseen";
}

export function refusedProperty(outcome: Outcome): readonly string[] | undefined {
  if (outcome.kind !== "refused" || !("property" in outcome.error)) return undefined;
  return outcome.error.property?.split(".");
}
