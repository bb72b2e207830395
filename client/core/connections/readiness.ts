import * as l10n from "@vscode/l10n";
import type { ConnectionRecord } from "../service/operations/records.js";

/** Readiness in words; a record that came without it is not called anything else. */
export function describeReadiness({ ready }: ConnectionRecord): string {
  if (ready === undefined) return l10n.t("readiness not known");
  return ready ? l10n.t("ready") : l10n.t("not ready");
}
