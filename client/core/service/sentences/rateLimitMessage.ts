import * as l10n from "@vscode/l10n";
import { sanitizeText } from "../../text/sanitizeText.js";

/**
 * What is said of something in progress that may have to wait for the service's rate limit.
 * @param seconds how long it still waits, as `OnWait` tells it: 0 where it goes on.
 * @param words what is said while it does not wait.
 */
export function unlessRateLimited(words: string, tenant: string, seconds: number): string {
  return seconds > 0 ? rateLimitMessage(tenant, seconds) : words;
}

/** What is said while a request waits for the service's rate limit. @param seconds how long it still takes. */
export function rateLimitMessage(tenant: string, seconds: number): string {
  return l10n.t("{0} asks to slow down. Going on in {1} s.", sanitizeText(tenant, 80), seconds);
}
