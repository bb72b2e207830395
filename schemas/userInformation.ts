import { formats } from "./formats.js";

/** The same for all values, to hide their length. */
export const MASK = "••••••";

/** Masks the user name and password in a URL. */
export function hideUserInformation(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${MASK}@`);
}

/** Returns a host, with a port or without; undefined for anything else, which may be an address with a password. */
export function shownHost(text: string | undefined): string | undefined {
  return text !== undefined && formats["host-port"](text) ? text : undefined;
}
