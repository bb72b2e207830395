import * as l10n from "@vscode/l10n";
import { sanitizeText } from "../text/sanitizeText.js";
import { maskRequest } from "../secrets/mask.js";
import type { WrittenRequest } from "../secrets/resolve.js";
import { variantNumbered } from "../secrets/texts.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** JSON text without credentials, with a comment above it if a setup is sent. */
export interface Views {
  readonly before: string;
  readonly after: string;
}

/**
 * Only what an update can change differs. The service's setup can't be read, so nothing stands for it: text would look
 * like something that is removed. The new setup comes above the name, so that the name keeps its line.
 * @param written as the file has it; masked here.
 */
export function viewsOf({ request, variant }: WrittenRequest, id: string, record: ConnectionRecord | undefined): Views {
  const identity = {
    id: sanitizeText(id, 60),
    ...(record && { app_id: sanitizeText(record.app_id, 100) }),
    ...(record?.environment !== undefined && { environment: sanitizeText(record.environment, 100) }),
  };
  const name = record ? sanitizeText(record.name, 150) : l10n.t("unknown");
  const { setup, name: newName = name } = maskRequest(request, variantNumbered(variant));
  if (setup === undefined) {
    const kept = { ...identity, setup: l10n.t("unchanged") };
    return { before: toText({ ...kept, name }), after: toText({ ...kept, name: newName }) };
  }
  const remarks = [
    l10n.t("The service never shows the current setup."),
    l10n.t("The setup that's sent is shown as new."),
  ];
  const remark = remarks.map((line) => `// ${line}\n`).join("");
  return {
    before: remark + toText({ ...identity, name }),
    after: remark + toText({ ...identity, setup, name: newName }),
  };
}

/** Escapes characters that would hide or reorder text. */
function toText(value: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = JSON.stringify(value, undefined, 2).replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, (character) =>
    character.split("").map(escaped).join(""),
  );
  return `${text}\n`;
}

/** Unsafe characters become hyphens in the path. The query holds the original, and tells documents apart. */
export function reviewAddress(name: string, ending: string): { readonly path: string; readonly query: string } {
  return { path: `/${name.replaceAll(/[^\p{L}\p{N}_/-]+/gu, "-")}${ending}`, query: name };
}
