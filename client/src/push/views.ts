import * as l10n from "@vscode/l10n";
import type { UpdateRequest } from "../../../server/protocol/messages.js";
import { sanitizeText } from "../sanitizeText.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** The two sides of a review, as JSON text without any credential. */
export interface Views {
  /** The record as the service has it now. */
  readonly before: string;
  /** The record as it will be. */
  readonly after: string;
}

/**
 * Writes both sides of the comparison. Only what an update can change differs;
 * what else identifies the record stands on both sides.
 * @param masked the update, masked for showing.
 * @param record undefined where the service was not asked, or did not tell.
 */
export function viewsOf(masked: UpdateRequest, id: string, record: ConnectionRecord | undefined): Views {
  const identity = {
    id: sanitizeText(id, 60),
    ...(record && { app_id: sanitizeText(record.app_id, 100), ...environmentOf(record) }),
  };
  const name = record ? sanitizeText(record.name, 150) : l10n.t("not known");
  const kept = l10n.t("stays as it is");
  const changesSetup = masked.setup !== undefined;
  return {
    before: toText({ ...identity, name, setup: changesSetup ? l10n.t("never shown by the service") : kept }),
    after: toText({ ...identity, name: masked.name ?? name, setup: masked.setup ?? kept }),
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
