import * as l10n from "@vscode/l10n";
import { formatNumber } from "../text/locale.js";

/** How much of a list is loaded. @param total how much there is; undefined where the service does not tell. */
export function loadedInWords(loaded: number, total: number | undefined): string {
  return total === undefined
    ? l10n.t("{0} loaded", formatNumber(loaded))
    : l10n.t("{0} of {1} loaded", formatNumber(loaded), formatNumber(total));
}
