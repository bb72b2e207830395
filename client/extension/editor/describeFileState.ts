import * as l10n from "@vscode/l10n";
import { formatNumber, formatList } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import type { FileActivity } from "../../core/push/fileActivities.js";
import type { ValueChanges } from "../../core/secrets/valueDigests.js";
import type { Remembered } from "./fileMemory.js";

/** How a setup file stands to the service, as far as that is known without asking it. */
export interface FileState {
  /**
   * `drifted` and `gone` win over `changed`: they have to be looked at first.
   * `unknown`, when nobody knows the outcome of the last push, wins over
   * `drifted`: what changed may have been that push. `pending` is one that is still looked into. `overtaken` is a file that
   * was compared after it had drifted: a push is not asked about that again, and
   * yet the service may not have what the file says. `notCompared` is a file that is as it was pushed, where the same
   * cannot be said of all values behind its references.
   */
  readonly kind:
    | "new"
    | "inSync"
    | "notCompared"
    | "probable"
    | "changed"
    | "pending"
    | "unknown"
    | "drifted"
    | "overtaken"
    | "gone";
  /** What is remembered about the connection that the file is linked to. */
  readonly remembered: Remembered | undefined;
  /** What this window is doing about the file just now, which is said in the place of how it stood. */
  readonly doing?: FileActivity | undefined;
  /** Whether the file itself asks for something else than what was pushed; undefined where that was not asked. */
  readonly edited?: boolean;
  /** How the values behind its references stand to those that were pushed; undefined where that was not asked. */
  readonly values?: ValueChanges | undefined;
}

/** More names do not fit where a state is shown. */
const NAMED = 3;

/**
 * What the state of a file is called, with the values that were replaced since its push, or cannot be compared with it.
 * @param isLinked whether the file has a connection that a push goes to without asking.
 */
export function describeFileState({ kind, doing, edited, values }: FileState, isLinked = true): string {
  if (doing !== undefined) return describeAction(doing);
  switch (kind) {
    case "new":
      return isLinked ? l10n.t("not pushed") : l10n.t("not linked to a connection");
    case "inSync":
      return l10n.t("in sync");
    case "probable":
      return l10n.t("probably pushed");
    case "changed": {
      const replaced = values?.replaced ?? [];
      if (replaced.length === 0) return l10n.t("changed since the last push");
      return edited === true
        ? l10n.t("changed since the last push, {0} too", named(replaced))
        : describeReplaced(replaced);
    }
    case "notCompared": {
      const unreadable = unreadableOf({ values });
      return unreadable.length === 0
        ? l10n.t("values not compared")
        : l10n.t("values not compared: {0} cannot be read here", named(unreadable));
    }
    case "pending":
      return l10n.t("not so far, looking again");
    case "unknown":
      return l10n.t("outcome of the last push not known");
    case "drifted":
      return l10n.t("changed on the service");
    case "overtaken":
      return l10n.t("changed on the service, compared");
    case "gone":
      return l10n.t("gone from the service");
  }
}

/** What is being done about a file, as long as that goes on. */
function describeAction(doing: NonNullable<FileState["doing"]>): string {
  return doing === "pushing" ? l10n.t("pushing…") : l10n.t("checking…");
}

/** That values were replaced since the push, and which. */
function describeReplaced(replaced: readonly NamedReference[]): string {
  return replaced.length === 1
    ? l10n.t("{0} was replaced since the last push", named(replaced))
    : l10n.t("{0} were replaced since the last push", named(replaced));
}

/** The values of a file that cannot be read here, as those of another machine's variables. */
export function unreadableOf({
  values,
}: {
  readonly values?: FileState["values"] | undefined;
}): readonly NamedReference[] {
  return (values?.notCompared ?? []).flatMap(({ reference, why }) => (why === "unreadable" ? [reference] : []));
}

/** References by their names, the first few of them. */
export function named(references: readonly Pick<NamedReference, "name">[]): string {
  const names = references.map(({ name }) => sanitizeText(name, 60));
  return names.length <= NAMED
    ? formatList(names)
    : formatList([...names.slice(0, NAMED), l10n.t("{0} more", formatNumber(names.length - NAMED))]);
}
