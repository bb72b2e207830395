/**
 * Formats as in their RFCs, without the repairs of a URL parser. No expression here backtracks, so every check takes
 * linear time.
 */

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const IPV4 = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
const PERCENT_ENCODED = /%(?![\da-f]{2})/i;
const USER_INFO = /^[\w.~!$&'()*+,;=:%-]*$/;
const REGISTERED_NAME = /^[\w.~!$&'()*+,;=%-]+$/;
const TO_ENCODE = /%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@%/?#\p{Cs}-]/giu;
/** Matches `TO_ENCODE`, or a second `#`. */
const NOT_IN_PATH = /%(?![\dA-Fa-f]{2})|[^\w.~!$&'()*+,;=:@%/?#-]|#(?<=#.*#)/u;
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const QUOTED_LOCAL_PART = /^"(?:[^"\\\p{Cc}\P{ASCII}]|\\[ -~])*"$/u;

/** RFC 952, RFC 1123: labels of 1 to 63 letters, digits and inner hyphens, up to 253 in all. A final dot is allowed. */
export function isHostname(text: string): boolean {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  return name.length > 0 && name.length <= 253 && name.split(".").every((label) => LABEL.test(label));
}

/** RFC 3986, section 3.2: a host name or an IPv6 address in brackets, with a port or without. */
function isHostWithPort(text: string): boolean {
  const { host, port } = hostAndPortOf(text);
  return (host.startsWith("[") ? isHost(host) : isHostname(host)) && port !== "" && isPort(port ?? "");
}

/** Splits at the colon before a port. An IPv6 address has others in its brackets. */
function hostAndPortOf(text: string): { readonly host: string; readonly port?: string } {
  const colon = text.indexOf(":", text.startsWith("[") ? text.indexOf("]") : 0);
  return colon < 0 ? { host: text } : { host: text.slice(0, colon), port: text.slice(colon + 1) };
}

/** RFC 3986, RFC 9110 section 4.2.2: a scheme in any case, a host that isn't empty, and only characters of URIs. */
export function isHttpsUrl(text: string): boolean {
  return urlFault(text) === undefined;
}

/** `character`: one after the host that must be percent-encoded. */
export type UrlFault = "scheme" | "host" | "port" | { readonly character: string };

/** Why a text isn't an https URL; undefined if it is one. */
export function urlFault(text: string): UrlFault | undefined {
  if (!/^https:\/\//i.test(text)) return "scheme";
  const rest = text.slice("https://".length);
  const end = rest.search(/[/?#]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  if (!isAuthority(authority)) return isAuthority(authority.replace(/:[^:\]]*$/, "")) ? "port" : "host";
  const [character] = NOT_IN_PATH.exec(rest.slice(authority.length)) ?? [];
  // Half a character can't be encoded.
  return character === undefined ? undefined : { character: character.replace(/\p{Cs}/u, "\uFFFD") };
}

/** Percent-encodes characters that aren't allowed after the host. */
export function encodedBehindHost(url: string): string {
  const start = /^https:\/\/[^/?#]*/i.exec(url)?.[0].length;
  if (start === undefined || start === url.length) return url;
  const hash = url.indexOf("#", start);
  const encode = (part: string): string => part.replaceAll(TO_ENCODE, encodeURIComponent);
  const [path, fragment] = hash < 0 ? [url.slice(start), ""] : [url.slice(start, hash), url.slice(hash + 1)];
  return url.slice(0, start) + encode(path) + (hash < 0 ? "" : `#${encode(fragment).replaceAll("#", "%23")}`);
}

/** RFC 5321, section 4.1.2: a local part of up to 64 characters, then a host name or an address in brackets. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > 254 || at > 64) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  return (LOCAL_PART.test(local) || QUOTED_LOCAL_PART.test(local)) && isMailDomain(domain);
}

function isMailDomain(domain: string): boolean {
  if (!domain.startsWith("[")) return isHostname(domain) && !domain.endsWith(".");
  if (!domain.endsWith("]")) return false;
  const address = domain.slice(1, -1);
  return IPV4.test(address) || (/^ipv6:/i.test(address) && isIpv6(address.slice("IPv6:".length)));
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf("@");
  if (PERCENT_ENCODED.test(authority) || !USER_INFO.test(authority.slice(0, Math.max(at, 0)))) return false;
  const { host, port = "" } = hostAndPortOf(authority.slice(at + 1));
  return isHost(host) && isPort(port);
}

function isPort(digits: string): boolean {
  return /^\d{0,5}$/.test(digits) && Number(digits) <= 65_535;
}

function isHost(host: string): boolean {
  if (host.startsWith("[")) return host.endsWith("]") && isIpv6(host.slice(1, -1));
  return REGISTERED_NAME.test(host);
}

/** RFC 4291, section 2.2. A URL parser doesn't repair these addresses. */
function isIpv6(address: string): boolean {
  return /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`);
}

/** RFC 3339, section 5.6, `full-date`: a day that the calendar has. */
function isFullDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Days after the end of a month go on in the next one.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The formats of our own schemas, by their names there. */
export const formats = {
  "https-url": isHttpsUrl,
  hostname: isHostname,
  "host-port": isHostWithPort,
  email: isEmail,
  "full-date": isFullDate,
};
