import * as l10n from "@vscode/l10n";
import { capitalize, formatNumber, formatList, locale, shortenList } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import type { FileActivity } from "../../core/push/pushTypes.js";
import type { ValueChanges } from "../../core/secrets/valueDigests.js";
import type { Remembered } from "./fileMemory.js";

interface Details {
  readonly remembered: Remembered | undefined;
  /** Shown instead of the state. */
  readonly doing?: FileActivity | undefined;
  /** Whether the file differs from what was pushed; undefined if not compared. */
  readonly edited?: boolean;
  /** The name in the file, if a push would undo a rename. */
  readonly otherName?: string | undefined;
  /** Undefined if not compared. */
  readonly values?: ValueChanges | undefined;
}

/** The state of a setup file, as far as it's known without a request. */
export interface FileState extends Details {
  readonly kind: FileStateKind;
  /** How many days its credential still lasts, if that's within those that are set; 0 on its last day, less after it. */
  readonly endsIn?: number | undefined;
}

export type FileStateKind = keyof typeof FILE_STATES;

export type FileGroup = "inSync" | "new" | "notCompared" | "changed" | "replaced" | "drifted" | "unknown" | "gone";

interface Target {
  /** Whether a push knows its connection without asking. */
  readonly isLinked: boolean;
  /** If the names differ: for a file, the name on the service; for a row, the name in the file. */
  readonly otherName?: string | undefined;
}

interface StateRule {
  /** In the status bar and in lists. */
  readonly label: (details: Details, target: Target) => string;
  /** The code lens, if it differs from the label, and its command. */
  readonly lens?: (details: Details, target: Target) => string;
  readonly command?: string | ((details: Details) => string | undefined);
  /** In the Explorer and on tabs. */
  readonly badge?: readonly [text: string, color: string, tooltip: (details: Details) => string];
  /** In the connection's row, with an icon if the file needs attention. */
  readonly row: (details: Details, target: Target) => string;
  readonly icon?: string;
  /** For the badge on the view's icon. */
  readonly attention?: (count: string) => string;
  readonly group: (details: Details) => FileGroup;
  /** Whether the service may have old values, even if none is known to differ. */
  readonly mayBeBehind?: true;
}

export const COMPARE = "vaultconn.compareWithService";
export const COMPARE_VALUES = "vaultconn.compareValues";

const DRIFTED = {
  command: COMPARE,
  badge: ["⟳", "list.warningForeground", () => l10n.t("The connection changed on the service since the last push")],
  row: () => l10n.t("changed on the service"),
  icon: "sync",
  attention: (count) => l10n.t("connections changed on the service: {0}", count),
  group: () => "drifted",
} satisfies Partial<StateRule>;

const UNKNOWN = {
  badge: ["?", "list.warningForeground", () => l10n.t("The outcome of the last push is unknown")],
  icon: "question",
  group: () => "unknown",
  mayBeBehind: true,
} satisfies Partial<StateRule>;

/** All states of a file, with everything that depends on the state. `fileStates.ts` decides which one a file has. */
const FILE_STATES = {
  new: {
    label: (_, { isLinked }) => (isLinked ? l10n.t("not pushed") : l10n.t("not linked to a connection")),
    lens: (_, { isLinked, otherName }) => {
      if (!isLinked) return l10n.t("not linked to a connection");
      return otherName === undefined
        ? l10n.t("not pushed")
        : l10n.t("not pushed, named “{0}” on the service", sanitizeLabel(otherName));
    },
    row: (_, { otherName }) =>
      otherName === undefined ? l10n.t("setup file") : l10n.t("named “{0}” in the file", sanitizeText(otherName, 40)),
    group: () => "new",
    mayBeBehind: true,
  },
  inSync: {
    label: () => l10n.t("in sync"),
    lens: ({ remembered }) => {
      const at = remembered?.record?.at;
      return at === undefined ? l10n.t("in sync") : l10n.t("in sync since {0}", timeOrDate(at));
    },
    row: () => l10n.t("file in sync"),
    group: () => "inSync",
  },
  // The file is as pushed, but the connection's row isn't loaded.
  pushed: {
    label: () => l10n.t("pushed"),
    lens: ({ remembered }) => {
      const at = remembered?.pushedAt;
      return at === undefined ? l10n.t("pushed") : l10n.t("pushed at {0}", timeOrDate(at));
    },
    row: () => l10n.t("file pushed"),
    group: () => "notCompared",
  },
  // The file is as pushed, but not all values of its references could be compared.
  notCompared: {
    label: ({ values }) => {
      const unreadable = unreadableOf(values);
      return unreadable.length === 0
        ? l10n.t("values not compared")
        : l10n.t("values not compared: {0} can't be read here", named(unreadable));
    },
    command: ({ values }) => (isNotRun(values) ? COMPARE_VALUES : undefined),
    badge: [
      "?",
      "descriptionForeground",
      () =>
        l10n.t(
          "The service may not have the current values of the file's references. To make sure, push the file from where they can be read",
        ),
    ],
    row: () => l10n.t("file values not compared"),
    group: () => "notCompared",
  },
  probable: {
    label: () => l10n.t("push probably applied"),
    lens: () => l10n.t("push probably applied: compare"),
    command: COMPARE,
    badge: [
      "?",
      "list.warningForeground",
      () => l10n.t("The last push was probably applied. To make sure, push again"),
    ],
    row: () => l10n.t("probably applied"),
    group: () => "notCompared",
    mayBeBehind: true,
  },
  // The file was edited, or the value of a reference was replaced.
  changed: {
    label: describeChange,
    command: COMPARE,
    badge: ["↑", "gitDecoration.modifiedResourceForeground", (details) => capitalize(describeChange(details))],
    row: (details) => {
      const [only, ...others] = details.edited === true ? [] : replacedOf(details);
      if (!only) return l10n.t("unpushed changes");
      return others.length === 0
        ? l10n.t("{0} changed", sanitizeText(only.name, 40))
        : l10n.t("{0} values changed", formatNumber(others.length + 1));
    },
    icon: "arrow-up",
    attention: (count) => l10n.t("files with unpushed changes: {0}", count),
    group: ({ edited }) => (edited === true ? "changed" : "replaced"),
  },
  // Takes precedence over `changed`, as `gone` does, since the user has to look at it first.
  drifted: {
    ...DRIFTED,
    label: () => l10n.t("changed on the service"),
    lens: () => l10n.t("changed on the service: compare"),
  },
  // Drifted and then compared. A push doesn't ask again, but the service may still differ from the file.
  superseded: { ...DRIFTED, label: () => l10n.t("changed on the service, compared") },
  gone: {
    label: () => l10n.t("deleted from the service"),
    badge: ["✕", "list.errorForeground", () => l10n.t("The connection no longer exists on the service")],
    row: () => l10n.t("deleted"),
    icon: "circle-slash",
    attention: (count) => l10n.t("connections deleted from the service: {0}", count),
    group: () => "gone",
  },
  pending: {
    label: () => l10n.t("not applied yet, checking again"),
    row: () => l10n.t("not applied yet"),
    icon: "question",
    group: () => "unknown",
    mayBeBehind: true,
  },
  unseen: {
    ...UNKNOWN,
    label: () => l10n.t("outcome unknown, checking again"),
    row: () => l10n.t("outcome unknown, checking again"),
  },
  // The outcome of the last push is unknown. Takes precedence over `drifted`, since that push may be the change.
  unknown: {
    ...UNKNOWN,
    label: () => l10n.t("outcome of the last push unknown"),
    lens: () => l10n.t("outcome of the last push unknown: check"),
    command: "vaultconn.checkPush",
    row: () => l10n.t("outcome unknown"),
    attention: (count) => l10n.t("pushes with an unknown outcome: {0}", count),
  },
} satisfies Readonly<Record<string, StateRule>>;

export function ruleFor(kind: FileStateKind): StateRule {
  return FILE_STATES[kind];
}

export function describeFileState(state: FileState, target: Target = { isLinked: true }): string {
  if (state.doing !== undefined) return state.doing === "pushing" ? l10n.t("pushing…") : l10n.t("checking…");
  return ruleFor(state.kind).label(state, target);
}

function describeChange(details: Details): string {
  if (details.otherName !== undefined)
    return l10n.t("unpushed changes: named “{0}” in the file", sanitizeText(details.otherName, 40));
  const replaced = replacedOf(details);
  if (replaced.length === 0) return l10n.t("unpushed changes");
  const names = named(replaced);
  if (details.edited === true) return l10n.t("unpushed changes, and {0} changed", names);
  return l10n.t("{0} changed since the last push", names);
}

/** Whether values are unknown because providers run only on request. */
export function isNotRun(values: Details["values"]): boolean {
  return values?.notCompared.some(({ why }) => why === "notRun") === true;
}

function replacedOf({ values }: Details): readonly NamedReference[] {
  return values?.replaced ?? [];
}

function unreadableOf(values: Details["values"]): readonly NamedReference[] {
  return (values?.notCompared ?? []).flatMap(({ reference, why }) => (why === "unreadable" ? [reference] : []));
}

/** A state's label has no room for more names. */
const MAX_NAMED_REFERENCES = 3;

export function named(references: readonly Pick<NamedReference, "name">[]): string {
  const names = references.map(({ name }) => sanitizeText(name, 60));
  return formatList(shortenList(names, MAX_NAMED_REFERENCES));
}

function timeOrDate(moment: number): string {
  const today = new Date(moment).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short", ...(!today && { dateStyle: "medium" }) }).format(
    moment,
  );
}
