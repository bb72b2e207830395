import * as l10n from "@vscode/l10n";
import type { ConnectionRecord } from "../service/operations/records.js";
import { formatNumber } from "../text/locale.js";

/** Readiness in words; a record that came without it is not called anything else. */
export function describeReadiness({ ready }: ConnectionRecord): string {
  if (ready === undefined) return l10n.t("readiness not known");
  return ready ? l10n.t("ready") : l10n.t("not ready");
}

/** How much of a list is loaded. @param total how much there is; undefined where the service does not tell. */
export function loadedInWords(loaded: number, total: number | undefined): string {
  return total === undefined
    ? l10n.t("{0} loaded", formatNumber(loaded))
    : l10n.t("{0} of {1} loaded", formatNumber(loaded), formatNumber(total));
}
