/**
 * The format in which the journal and the history keep pushes, for this version, earlier ones, and later ones. Where a
 * connection was last seen is stored with an entry, too (`RecordPlaces`).
 *
 * An older version ignores properties that it doesn't know. It leaves out a push with a kind of outcome that it doesn't
 * know, and an older `vaultconn` then calls its journal damaged, and sends nothing. So properties are only added, and
 * are optional. For kinds, see `storedOutcomes.ts`.
 */

import type { JournalEntry, PushTarget, RecordState, RotationPart } from "../pushTypes.js";
import { isStoredOutcome, type StoredOutcome } from "./storedOutcomes.js";
import { isValueDigests } from "../../secrets/valueDigests.js";
import { isBoolean, isDate, isNumber, isOrigin, isString, listOf, optional, shape } from "../../storage/shape.js";

export const JOURNAL_KEY = "vaultconn.pushesUnderWay";
export const HISTORY_KEY = "vaultconn.pushHistory";

export interface HistoryLine
  extends Omit<PushTarget, "sentName">, Pick<JournalEntry, "push" | "properties" | "expires" | "rotation"> {
  readonly time: number;
  readonly outcome: StoredOutcome;
}

const TARGET = { origin: isOrigin, id: isString, file: isString, tenantName: isString, connection: isString };

const isRecordState = shape<RecordState>({
  name: isString,
  ready: isBoolean,
  fingerprint: isString,
  updated_at: isString,
});

const isRotationPart = shape<RotationPart>({ id: isString, names: listOf(isString) });

export const isEntry = shape<JournalEntry>({
  ...TARGET,
  push: isString,
  window: isString,
  sentName: optional(isString),
  startedAt: isNumber,
  properties: listOf(isString),
  before: optional(isRecordState),
  digest: optional(isString),
  values: optional(isValueDigests),
  expires: optional(isDate),
  rotation: optional(isRotationPart),
  outcome: optional(isStoredOutcome),
});

export const isLine = shape<HistoryLine>({
  ...TARGET,
  push: isString,
  time: isNumber,
  properties: listOf(isString),
  outcome: isStoredOutcome,
  expires: optional(isDate),
  rotation: optional(isRotationPart),
});
