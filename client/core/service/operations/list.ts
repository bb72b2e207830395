import * as l10n from "@vscode/l10n";
import { InvalidRequestError, ReplyError } from "../errors/errors.js";
import type { Failure } from "../errors/failure.js";
import { parseJson } from "../transport/json.js";
import { LARGEST_PAGE, LAST_PAGE, readPage, type Page } from "./page.js";
import { CONNECTIONS_PATH } from "./path.js";
import type { Redactor } from "../redaction/redact.js";
import type { Reply, ServiceRequest } from "../transport/transport.js";

/** Which page of the list to read ("GET … query parameters"). */
export interface PageQuery {
  /** 0 to 1000. */
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
  readonly includeTotals: boolean;
}

/**
 * The request for one page.
 * @param base the tenant's base URL.
 * @throws InvalidRequestError for a page there cannot be.
 */
export function listRequest(
  base: URL,
  { page, perPage, includeTotals }: PageQuery,
  redactor: Redactor,
): ServiceRequest {
  if (!isWithin(page, 0, LAST_PAGE))
    throw new InvalidRequestError(l10n.t("There are no pages beyond {0}.", LAST_PAGE), failureOf(base));
  if (!isWithin(perPage, 1, LARGEST_PAGE))
    throw new InvalidRequestError(l10n.t("A page has 1 to {0} connections.", LARGEST_PAGE), failureOf(base));
  const query = `?page=${page}&per_page=${perPage}&include_totals=${String(includeTotals)}`;
  return { operation: "list", method: "GET", path: base.pathname + CONNECTIONS_PATH + query, redactor };
}

/** @throws ReplyError where the reply is not a list. */
export function readList(reply: Reply, { page, perPage }: PageQuery, base: URL): Page {
  const body = parseJson(reply.body);
  if (body === undefined) throw new ReplyError("not-json", reply.status, failureOf(base));
  const read = readPage(body, page, perPage);
  if (!read) throw new ReplyError("unexpected-shape", reply.status, failureOf(base));
  return read;
}

function failureOf(base: URL): Failure {
  return { operation: "list", host: base.host, sent: "no" };
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
