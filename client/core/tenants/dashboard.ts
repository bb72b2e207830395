import * as l10n from "@vscode/l10n";
import { parseAddress } from "../service/origin.js";

const PLACEHOLDER = /\{(id|app)\}/g;

/** With what separates it. The lookbehind keeps it linear. */
const LAST_SEGMENT = /(?<![/?#&])[/?#&]+[^/?#&]*$/;

/** What's wrong with `dashboardUrl`, in which `{id}` and `{app}` stand for a connection's ID and application. */
export function dashboardProblem(typed: string): string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  const [, host, rest = ""] = /^https:\/\/([^/?#]*)((?:[/?#].*)?)$/is.exec(text) ?? [];
  if (host === undefined) return l10n.t("The address must begin with https://.");
  const parsed = parseAddress(`https://${host}`, "dashboard.example.com");
  if (!parsed.ok) return parsed.problem;
  if (!/[\s\\{}\p{Cc}\p{Cf}]/u.test(rest.replaceAll(PLACEHOLDER, ""))) return undefined;
  return l10n.t("Remove spaces, backslashes, invisible characters, and braces but {0} and {1}.", "{id}", "{app}");
}

/**
 * The address of a connection's page, or of the page above if a value is missing, as for a tenant. `.` and `..` count as
 * missing, since browsers take them for folders even if they're encoded.
 */
export function pageAddress(dashboardUrl: string, values: Readonly<Record<string, string | undefined>>): string {
  // Lone surrogates can't be encoded.
  const encoded = (name: string) => encodeURIComponent((values[name] ?? "").replaceAll(/\p{Cs}/gu, "\uFFFD"));
  const missing = [...dashboardUrl.matchAll(PLACEHOLDER)].find(([, name = ""]) => /^\.{0,2}$/.test(encoded(name)));
  const kept = missing ? dashboardUrl.slice(0, missing.index).replace(LAST_SEGMENT, "") : dashboardUrl;
  return kept.replaceAll(PLACEHOLDER, (_, name: string) => encoded(name));
}
