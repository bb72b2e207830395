import type { Field } from "../../../../schemas/fields.js";
import { encodedBehindHost } from "../../../../schemas/formats.js";

const SCHEME = /^([a-z][a-z\d+.-]*):\/*/i;
const LONGEST = 4096;

/**
 * A text in the right format, where the slip is a usual one: `http` for `https`,
 * no scheme, too many or too few slashes, a scheme and a path around a host
 * name, `mailto:` or a name around an e-mail address, white space around any.
 * @param accepts whether a text is right for the field.
 * @returns the first repair that is right; nothing where none is.
 */
export function repaired(
  field: Field,
  text: string,
  accepts: (field: Field, text: string) => boolean,
): string | undefined {
  if (!field.format || text.length > LONGEST) return undefined;
  return REPAIRS[field.format](text.trim()).find((candidate) => candidate !== text && accepts(field, candidate));
}

const REPAIRS: Readonly<Record<NonNullable<Field["format"]>, (text: string) => readonly string[]>> = {
  "https-url": (text) => {
    const urls = [text, ...withHttps(text)];
    return [...urls, ...urls.map(encodedBehindHost), ...urls.map(encoded), ...urls.map(encodedBehindHost).map(encoded)];
  },
  hostname: (text) => [text, hostIn(text)],
  "host-port": (text) => [text, hostWithPortIn(text)],
  email: (text) => [text, text.replace(/^mailto:/i, ""), /<([^<>]+)>$/.exec(text)?.[1] ?? ""],
};

/** What a URL cannot hold, percent-encoded, or as punycode in a host name. */
function encoded(text: string): string {
  return /[\t\r\n]/.test(text) || !URL.canParse(text) ? "" : new URL(text).href;
}

/** The host of a URL, or of what would be one with a scheme before it. */
function hostWithPortIn(text: string): string {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
    ? text.replace(/^[^:]*/, "https")
    : `https://${text.replace(/^\/+/, "")}`;
  return /\s/.test(text) || !URL.canParse(url) ? "" : new URL(url).host;
}

/** Only what is like https becomes https: another scheme means something else. */
function withHttps(text: string): readonly string[] {
  const scheme = SCHEME.exec(text);
  if (!scheme) return isHostLike(text) ? [`https://${text.replace(/^\/+/, "")}`] : [];
  const name = (scheme[1] ?? "").toLowerCase();
  if (name.includes(".")) return [`https://${text}`];
  return /^h?t{1,3}ps?$/.test(name) ? [`https://${text.slice(scheme[0].length)}`] : [];
}

/** A text without a scheme is taken for an address only if its host has a dot in it. */
function isHostLike(text: string): boolean {
  return /^\/{0,3}[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text);
}

function hostIn(text: string): string {
  const authority = text.replace(/^[a-z][a-z\d+.-]*:\/+/i, "").replace(/[/?#].*$/s, "");
  return authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
}
