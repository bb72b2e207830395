import type { Choices } from "../choices.js";
import type { ConnectionStore } from "../data/store.js";
import { textReply, type Reply } from "../http/reply.js";
import type { Problem } from "./error-reply.js";

/** The limits of "GET {base_url}/flows/vault/connections". */
const LIMITS = {
  page: { minimum: 0, maximum: 1000, default: 0 },
  per_page: { minimum: 1, maximum: 100, default: 50 },
} as const;
const PARAMETERS = [...Object.keys(LIMITS), "include_totals"];

/** Answers the list operation with one page. */
export function list(query: URLSearchParams, store: ConnectionStore, choices: Choices): Reply | Problem {
  const asked = parseQuery(query);
  if ("status" in asked) return asked;
  const records = `[${store.page(asked.page, asked.perPage).join(",")}]`;
  return textReply(
    200,
    "application/json; charset=utf-8",
    asked.includeTotals ? withTotals(records, store.size, choices) : records,
  );
}

/** Wraps the records in the chosen shape ("Response 200", 2). */
function withTotals(records: string, total: number, { totals }: Choices): string {
  return `{${JSON.stringify(totals.total)}:${total + (totals.error ?? 0)},${JSON.stringify(totals.records)}:${records}}`;
}

/** Reads the query parameters; what breaks a limit is a 400, though the document lists no statuses for this operation. */
function parseQuery(query: URLSearchParams) {
  for (const name of new Set(query.keys())) {
    if (!PARAMETERS.includes(name)) return invalid(`The query parameter ${name} is not allowed.`);
    if (query.getAll(name).length > 1) return invalid(`The query parameter ${name} must be given once.`);
  }
  const page = integer(query, "page");
  const perPage = integer(query, "per_page");
  const includeTotals = query.get("include_totals") ?? "false";
  if (typeof page !== "number") return page;
  if (typeof perPage !== "number") return perPage;
  if (includeTotals !== "true" && includeTotals !== "false")
    return invalid("The query parameter include_totals must be true or false.");
  return { page, perPage, includeTotals: includeTotals === "true" };
}

function integer(query: URLSearchParams, name: keyof typeof LIMITS): number | Problem {
  const { minimum, maximum, default: fallback } = LIMITS[name];
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  const within = value >= minimum && value <= maximum;
  return within ? value : invalid(`The query parameter ${name} must be an integer from ${minimum} to ${maximum}.`);
}

function invalid(message: string): Problem {
  return { status: 400, message };
}
