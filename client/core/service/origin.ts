import * as l10n from "@vscode/l10n";
import { isHostname } from "../../../schemas/formats.js";
import { addressIn } from "../text/pasted.js";

export interface BaseUrl {
  /** Without a trailing slash, such as `https://acme.example.com/api/v2`. */
  readonly baseUrl: string;
  /** Scheme, host and port, as in `URL`. It's the key of stored credentials, and nothing is sent elsewhere. */
  readonly origin: string;
  /** With the port, if there's one. International names are in Punycode. Setup files call it `tenant`. */
  readonly host: string;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** The lookbehind keeps it linear. Otherwise, 100,000 slashes take seconds, because each one starts a search. */
const TRAILING_SLASHES = /(?<!\/)\/+$/;

/** The path of every tenant ("Versioning"). */
const BASE_PATH = "/api/v2";

/** Parses a base URL as typed. Adds the scheme and the path if they're missing. */
export function parseBaseUrl(typed: string): Parsed<BaseUrl> {
  const parsed = parseAddress(typed, "acme.example.com");
  if (!parsed.ok) return parsed;
  const url = parsed.value;
  const path = url.pathname.replace(TRAILING_SLASHES, "");
  if (path !== "" && path !== BASE_PATH) return problem(l10n.t("Leave out the path, or use {0}.", BASE_PATH));
  return { ok: true, value: { baseUrl: url.origin + BASE_PATH, origin: url.origin, host: url.host } };
}

/** Returns a tenant's address in a text that was pasted, without what follows the base path. It may not be valid. */
export function baseAddressIn(pasted: string): string {
  return addressIn(pasted).replace(/^((?:https?:\/\/)?[^/\s?#\\]+\/api\/v2)(?:\/[^\s\\]+|\/?[?#][^\s\\]*)$/i, "$1");
}

/** Removes trailing slashes but keeps the path, because `/oauth/token/` is appended to it ("Authentication", 2). */
export function parseAuthUrl(typed: string): Parsed<string> {
  const parsed = parseAddress(typed, "auth.example.com");
  if (!parsed.ok) return parsed;
  return { ok: true, value: (parsed.value.origin + parsed.value.pathname).replace(TRAILING_SLASHES, "") };
}

/** Plain HTTP is allowed only for loopback. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Refuses what `URL` would silently repair or drop, so that requests go exactly where the text says. */
export function parseAddress(typed: string, example: string): Parsed<URL> {
  const text = typed.trim();
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text))
    return problem(l10n.t("Remove spaces, backslashes, and invisible characters from the address."));
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "https" && scheme !== "http")
    return problem(l10n.t("The address must begin with https://."));
  const address = scheme === undefined ? `https://${text}` : text;
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address))
    return problem(l10n.t("Enter the full address, such as https://{0}.", example));
  const url = new URL(address);
  if (text.includes("@")) return problem(l10n.t("Leave out the user name and password. You sign in later."));
  if (/[?#]/.test(text)) return problem(l10n.t("Remove the ? or # and everything after it."));
  if (url.protocol === "http:" && !isLoopback(url))
    return problem(
      l10n.t("The address must begin with https://. Over http://, anyone on the network can read the token."),
    );
  const [authority = "", ...segments] = address.replace(/^https?:\/\//i, "").split("/");
  if (segments.some((segment) => DOT_SEGMENT.test(segment)))
    return problem(l10n.t("Leave out the . and .. in the path."));
  const isIpv6 = url.hostname.startsWith("[");
  if (!isIpv6 && (isRepaired(authority, url) || !isHostname(url.hostname) || url.hostname.endsWith(".")))
    return problem(
      l10n.t("Enter a valid host name, such as {0}, with letters, digits, and hyphens between the dots.", example),
    );
  return { ok: true, value: url };
}

const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** Whether another host is asked than the one that's written. International names are written in Punycode. */
function isRepaired(authority: string, { hostname }: URL): boolean {
  const written = authority.replace(/:\d*$/, "").toLowerCase().normalize("NFC");
  if (/^\p{ASCII}*$/u.test(written)) return written !== hostname;
  return !hostname.includes("xn--") || written.includes("%") || written !== written.normalize("NFKC");
}

function problem(sentence: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: sentence };
}
