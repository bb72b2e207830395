import * as l10n from "@vscode/l10n";
import { CompletionItemKind } from "vscode-languageserver";
import type { Field } from "../../../../schemas/fields.js";
import { unquoted } from "../fieldText.js";
import type { Items } from "./items.js";
import type { Target } from "./target.js";

const HTTPS = "https://";

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

/** The beginning of a URL, as long as nothing else is written before the cursor. */
export function addScheme(items: Items, { text, cursor, start, inner }: Target): void {
  const typed = text.slice(inner?.start ?? start, cursor).replace(/^"/, "");
  if (!HTTPS.startsWith(typed.toLowerCase()) || typed === HTTPS) return;
  const draft = { label: HTTPS, kind: CompletionItemKind.Value, detail: l10n.t("beginning of a URL") };
  if (inner) items.add({ ...draft, replaces: { start: inner.start, end: cursor }, text: [HTTPS] });
  else items.add({ ...draft, replaces: "token", text: [`"${HTTPS}`, {}, '"'] });
}
