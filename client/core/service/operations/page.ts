import * as l10n from "@vscode/l10n";
import { InvalidRequestError, ReplyError, type Failure } from "../errors/errors.js";
import type { Redactor } from "../redaction/redact.js";
import { parseJson } from "../transport/exchange.js";
import type { Reply, ServiceRequest } from "../transport/transport.js";
import { readRecord, type ConnectionRecord } from "./records.js";

/** Below the base URL; an update adds the id ("Endpoints"). */
export const CONNECTIONS_PATH = "/flows/vault/connections";

/** Counted from 0 ("GET … query parameters"). */
export const LAST_PAGE = 1000;
/** In records, likewise. */
export const LARGEST_PAGE = 100;

export interface Page {
  readonly records: readonly ConnectionRecord[];
  /** If the service tells. For display only. */
  readonly total: number | undefined;
  /** Items that aren't usable records. */
  readonly droppedCount: number;
  /** Whether a further page may have more. */
  readonly more: boolean;
}

/** See "GET … query parameters". @param page counted from 0. @throws InvalidRequestError for a page out of range. */
export function pageRequest(base: URL, page: number, redactor: Redactor): ServiceRequest {
  if (!Number.isInteger(page) || page < 0 || page > LAST_PAGE)
    throw new InvalidRequestError(l10n.t("There are no pages beyond {0}.", LAST_PAGE), failureOf(base));
  const query = `?page=${page}&per_page=${LARGEST_PAGE}&include_totals=true`;
  return { operation: "list", method: "GET", path: base.pathname + CONNECTIONS_PATH + query, redactor };
}

/** @throws ReplyError if the reply is not a list. */
export function readPageReply(reply: Reply, page: number, base: URL): Page {
  const body = parseJson(reply.body);
  if (body === undefined) throw new ReplyError("not-json", reply.status, failureOf(base));
  const read = readPage(body, page);
  if (!read) throw new ReplyError("unexpected-shape", reply.status, failureOf(base));
  return read;
}

function failureOf(base: URL): Failure {
  return { operation: "list", host: base.host, sent: "no" };
}

/** Reads an array, or an object of unknown names with one ("GET …", Response 200). @returns undefined for neither. */
export function readPage(body: unknown, page: number): Page | undefined {
  const named = entriesOfTwoLevels(body);
  const total = findTotal(named);
  const items = Array.isArray(body)
    ? body
    : (findRecords(named) ?? (total === 0 || (page > 0 && hasEmptyList(named)) ? [] : undefined));
  if (!items) return undefined;
  const records: ConnectionRecord[] = [];
  for (const item of items) {
    const record = readRecord(item);
    if (record) records.push(record);
  }
  const more = items.length >= LARGEST_PAGE && page < LAST_PAGE;
  return { records, total, droppedCount: items.length - records.length, more };
}

/**
 * Whether a page is the last one or has nothing new. Unusable items may be new, so they end the list only on page 0.
 * @param fresh how many records no page before had.
 */
export function endsList({ records, more }: Page, page: number, fresh: number): boolean {
  return !more || (fresh === 0 && (records.length > 0 || page === 0));
}

/** The array of objects with an id, or else the only array. */
function findRecords(named: readonly [string, unknown][]): readonly unknown[] | undefined {
  const arrays = named.map(([, value]) => value).filter((value) => Array.isArray(value));
  return arrays.find(hasRecords) ?? (arrays.length === 1 ? arrays[0] : undefined);
}

/** After the last full page there may be only empty lists, of which any can be that of the records. */
function hasEmptyList(named: readonly [string, unknown][]): boolean {
  return named.some(([, value]) => Array.isArray(value) && value.length === 0);
}

function hasRecords(items: readonly unknown[]): boolean {
  return items.some((item) => typeof item === "object" && item !== null && "id" in item);
}

/** A whole number, possibly as a string, under the name that sounds most like the total of all records. */
function findTotal(named: readonly [string, unknown][]): number | undefined {
  let best: { readonly rank: number; readonly total: number } | undefined;
  for (const [name, value] of named) {
    const total = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof total !== "number" || !Number.isSafeInteger(total) || total < 0) continue;
    const rank = rankOfName(name);
    if (rank !== undefined && rank < (best?.rank ?? Infinity)) best = { rank, total };
  }
  return best?.total;
}

/** Lower sounds more like a total. */
function rankOfName(name: string): number | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (plain.includes("page")) return undefined;
  if (plain === "total") return 0;
  if (plain.includes("total")) return 1;
  return plain.includes("count") ? 2 : undefined;
}

/** Doesn't look into lists. */
function entriesOfTwoLevels(body: unknown): readonly [string, unknown][] {
  const top = entriesOf(body);
  return [...top, ...top.flatMap(([, value]) => entriesOf(value))];
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
