import * as l10n from "@vscode/l10n";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { parseAuthUrl, parseBaseUrl, type Parsed } from "../service/origin.js";
import { dashboardProblem } from "./dashboard.js";
import { isObject } from "../text/json.js";
import type { Values } from "../service/signIn/method.js";
import { SIGN_IN_METHODS } from "../service/signIn/signInMethods.js";
import type { Tenant } from "./tenant.js";

const FIELDS = SIGN_IN_METHODS.flatMap(({ fields }) => fields);
const SETTINGS = new Set(FIELDS.filter(({ kept }) => kept === "settings").map(({ name }) => name));
const SECRETS = new Set(FIELDS.filter(({ kept }) => kept === "secret").map(({ name }) => name));

/** Common names of credentials. None of them is a setting. */
const CREDENTIAL = /^(?:(?:access|bearer)?_?token|(?:client)?_?secret|password|credentials?|api_?key)$/i;

const PROTECTIONS = ["production", "readOnly"];
const PROPERTIES = ["name", "baseUrl", "authUrl", ...SETTINGS, ...PROTECTIONS, "agentAccess", "dashboardUrl"];

const MAX_NAME_LENGTH = 80;

/** Reads an entry of the setting `vaultconn.tenants`, which may be written by hand. @returns the tenant, or a sentence that says why it can't be used. */
export function readEntry(entry: unknown, local = false): Parsed<Tenant> {
  if (!isObject(entry)) return { ok: false, problem: l10n.t("An entry must be an object with a baseUrl.") };
  const address = parseBaseUrl(trimmed(entry["baseUrl"]));
  if (!address.ok) return { ok: false, problem: `baseUrl: ${address.problem}` };
  const { baseUrl, origin, host } = address.value;
  const signIn = Object.fromEntries(
    [...SETTINGS].map((name) => [name, trimmed(entry[name])]).filter(([, text]) => text !== ""),
  ) as Values;
  const authUrl = parseAuthUrl(entry["authUrl"] === undefined ? origin : trimmed(entry["authUrl"]));
  if (!authUrl.ok) return { ok: false, problem: `authUrl: ${authUrl.problem}` };
  // As text, "true" would protect nothing.
  const quoted = PROTECTIONS.find((name) => entry[name] !== undefined && typeof entry[name] !== "boolean");
  if (quoted !== undefined)
    return { ok: false, problem: `${quoted}: ${l10n.t("Write true or false, without quotation marks.")}` };
  const dashboardUrl = trimmed(entry["dashboardUrl"]);
  const problem = dashboardProblem(dashboardUrl);
  if (problem !== undefined) return { ok: false, problem: `dashboardUrl: ${problem}` };
  return {
    ok: true,
    value: {
      name: sanitizeText(trimmed(entry["name"]), MAX_NAME_LENGTH) || host,
      baseUrl,
      origin,
      host,
      authUrl: authUrl.value,
      signIn,
      production: entry["production"] === true,
      readOnly: entry["readOnly"] === true,
      ...(entry["agentAccess"] === "list" && { agentAccess: entry["agentAccess"] }),
      dashboardUrl: dashboardUrl || undefined,
      local,
    },
  };
}

/** Returns the names of properties with credentials, which don't belong in settings. */
export function credentialsIn(entry: unknown): readonly string[] {
  return isObject(entry) ? Object.keys(entry).filter((name) => SECRETS.has(name) || CREDENTIAL.test(name)) : [];
}

/** Returns the names of properties that no version of the setting has had. A misspelled one would protect nothing. */
export function unknownIn(entry: unknown): readonly string[] {
  return isObject(entry) ? Object.keys(entry).filter((name) => !PROPERTIES.includes(name)) : [];
}

/** Sign-in settings are beside the others, by field name. */
export function entryFor(tenant: Tenant) {
  const { name, baseUrl, origin, authUrl, signIn, production, readOnly, agentAccess, dashboardUrl } = tenant;
  return {
    name,
    baseUrl,
    ...signIn,
    authUrl: authUrl === origin ? undefined : authUrl,
    ...(production ? { production } : {}),
    ...(readOnly ? { readOnly } : {}),
    ...(agentAccess && { agentAccess }),
    dashboardUrl,
  };
}

function trimmed(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
