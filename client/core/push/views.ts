import * as l10n from "@vscode/l10n";
import { sanitizeText } from "../text/sanitizeText.js";
import { maskRequest } from "../secrets/mask.js";
import type { WrittenRequest } from "../secrets/resolve.js";
import { variantNumbered } from "../secrets/texts.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** The two sides of a review, as JSON text without any credential; with a comment above it where a setup is sent. */
export interface Views {
  readonly before: string;
  readonly after: string;
}

/**
 * Writes both sides of the comparison. Only what an update can change differs; what else identifies the record stands
 * on both sides. The setup that the service has cannot be read, so nothing stands for it: as text it would look like
 * something that goes. The new one stands above the name, which keeps its line as it is then.
 * @param written what the file asks for, as it stands there; masked here.
 * @param record undefined where the service was not asked, or did not tell.
 */
export function viewsOf({ request, variant }: WrittenRequest, id: string, record: ConnectionRecord | undefined): Views {
  const identity = {
    id: sanitizeText(id, 60),
    ...(record && { app_id: sanitizeText(record.app_id, 100), ...environmentOf(record) }),
  };
  const name = record ? sanitizeText(record.name, 150) : l10n.t("not known");
  const { setup, name: newName = name } = maskRequest(request, variantNumbered(variant));
  if (setup === undefined) {
    const kept = { setup: l10n.t("stays as it is") };
    return {
      before: toText({ ...identity, ...kept, name }),
      after: toText({ ...identity, ...kept, name: newName }),
    };
  }
  const remarks = [
    l10n.t("The service never shows the setup that it has."),
    l10n.t("The one that is sent is drawn as new."),
  ];
  const remark = remarks.map((line) => `// ${line}\n`).join("");
  return {
    before: remark + toText({ ...identity, name }),
    after: remark + toText({ ...identity, setup, name: newName }),
  };
}

function environmentOf({ environment }: ConnectionRecord) {
  return environment === undefined ? {} : { environment: sanitizeText(environment, 100) };
}

/** Characters that would hide or reorder text are written as escapes: the text says what it holds. */
function toText(value: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = JSON.stringify(value, undefined, 2).replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, (character) =>
    character.split("").map(escaped).join(""),
  );
  return `${text}\n`;
}

/** Where a document of a review is, within its scheme. */
export interface ReviewAddress {
  /** Fit to be read, above the text and on its tab. */
  readonly path: string;
  /** Tells it from every other document whose path looks the same. */
  readonly query: string;
}

/**
 * Makes the address of a document. Whatever could mean something in a path becomes a hyphen there, so what it was made
 * from stands in the query as it is.
 * @param name what the document is of, part by part, such as a tenant's origin and an id.
 * @param ending of the path, which says what language the document is in.
 */
export function reviewAddress(name: string, ending: string): ReviewAddress {
  return { path: `/${name.replaceAll(/[^\p{L}\p{N}_/-]+/gu, "-")}${ending}`, query: name };
}
