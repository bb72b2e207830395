import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver";
import type { Field } from "../../../../schemas/fields.js";
import { unquoted } from "../fieldText.js";
import type { Items } from "./items.js";
import type { Target } from "./target.js";

const HTTPS = "https://";
const SCHEME = /^(?:[a-z]+:\/+|https?:)/i;

/** The few words a field allows. */
export function addAllowed(items: Items, { name, allowed }: Field): void {
  for (const word of allowed ?? []) {
    items.add({
      label: word,
      kind: CompletionItemKind.EnumMember,
      detail: name,
      replaces: "content",
      text: [unquoted(word)],
    });
  }
}

/** The beginning of a URL, as long as nothing else is written before the cursor; in place of one that is there. */
export function addScheme(
  items: Items,
  { text, cursor, start, end, content = { start, end }, isQuoted }: Target,
): void {
  const typed = text.slice(content.start, cursor);
  if (!HTTPS.startsWith(typed.toLowerCase()) || typed === HTTPS) return;
  const draft = { label: HTTPS, kind: CompletionItemKind.Value, detail: l10n.t("beginning of a URL") };
  const [scheme = ""] = SCHEME.exec(text.slice(content.start, content.end)) ?? [];
  const schemeEnd = Math.max(cursor, content.start + scheme.length);
  if (isQuoted || schemeEnd < content.end)
    items.add({ ...draft, replaces: { start: content.start, end: schemeEnd }, text: [HTTPS] });
  else items.add({ ...draft, replaces: "token", text: [`"${HTTPS}`, {}, '"'] });
}
