/** The same for all values, to hide their length. */
export const MASK = "••••••";

/** Masks the user name and password in a URL. */
export function hideUserInformation(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${MASK}@`);
}
