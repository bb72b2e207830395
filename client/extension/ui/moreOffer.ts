import * as l10n from "@vscode/l10n";
import { loadedInWords } from "../../core/connections/inWords.js";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";
import { sentence } from "../../core/service/sentences/sentences.js";

/** How many of a tenant's connections are loaded. */
export interface Loaded {
  readonly loaded: number;
  readonly total: number | undefined;
  /** Why the last attempt to load failed; undefined after one that did not. */
  readonly failure: unknown;
}

/** An entry of a pick. */
export interface MoreOffer {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
}

/**
 * The entry of a pick that loads more connections of a tenant. After an attempt
 * that failed it says why, and offers to try again.
 * @param offer what loading more is called.
 */
export function moreOffer({ loaded, total, failure }: Loaded, offer: string, tenant: string): MoreOffer {
  const description = loadedInWords(loaded, total);
  if (failure === undefined) return { label: `$(cloud-download) ${offer}`, description };
  return {
    label: `$(warning) ${l10n.t("{0}: try again", offer)}`,
    description,
    detail: sanitizeLabel(sentence(failure, { tenant }).text),
  };
}
