import * as l10n from "@vscode/l10n";
import { maskRequest } from "../secrets/mask.js";
import type { WrittenRequest } from "../secrets/resolve.js";
import { variantNumbered } from "../secrets/texts.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { escapeJson } from "../text/escapeText.js";
import type { Views } from "./pushTypes.js";

/**
 * Returns the texts to compare, which differ only in what an update changes. The setup on the service can't be read,
 * and has no placeholder, which would look like a removed property. In both texts, the name comes last, so the lines
 * align.
 * @param written unmasked; this function masks it.
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

function toText(value: object): string {
  return `${escapeJson(JSON.stringify(value, undefined, 2))}\n`;
}
