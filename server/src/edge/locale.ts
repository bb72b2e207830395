import { join } from "node:path";
import * as l10n from "@vscode/l10n";

/** What a client may call a language, as in "de" or "pt-BR"; it becomes part of a file's name. */
const LOCALE = /^([a-z]{2,3})(?:[-_][a-z0-9]+)*$/i;

/**
 * Chooses the language of all texts of this process: English until called, and
 * where there is no bundle for the language.
 * @param wanted the client's `locale` (LSP, `initialize`).
 * @param bundles the folder that holds `bundle.l10n.<language>.json`.
 */
export function useLocale(wanted: string | undefined, bundles: string): void {
  const language = LOCALE.exec(wanted ?? "")?.[1]?.toLowerCase() ?? "en";
  if (language === "en") return;
  try {
    l10n.config({ fsPath: join(bundles, `bundle.l10n.${language}.json`) });
  } catch {
    // No bundle for that language: the texts stay English.
  }
}
