import type { Redactor } from "../redaction/redact.js";
import type { RateLimit } from "./rateLimit.js";

/** Where lines about requests go, such as VS Code's LogOutputChannel. */
export interface ServiceLog {
  info(line: string): void;
  warn(line: string): void;
}

/** What is told about one request: never a body or a query, and of the headers only what is named here. */
export interface LogEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The status, or what went wrong before there was one. */
  readonly outcome: number | string;
  readonly milliseconds: number;
  /** The id the service gave the request, already checked to be one. */
  readonly requestId?: string | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

/** The same log, to which nothing is written any more after the signal: a window that ends closes it before the requests. */
export function logUntil(closed: AbortSignal, log: ServiceLog): ServiceLog {
  return {
    info: (line) => {
      if (!closed.aborted) log.info(line);
    },
    warn: (line) => {
      if (!closed.aborted) log.warn(line);
    },
  };
}

/**
 * Writes one line about one request: a warning for anything but success.
 * @param redactor knows what no header may have brought into it.
 */
export function writeEntry(log: ServiceLog, entry: LogEntry, redactor: Redactor): void {
  const { method, path, outcome, milliseconds, requestId, rateLimit } = entry;
  let line = `${method} ${path}: ${outcome} in ${Math.round(milliseconds)} ms`;
  if (requestId !== undefined && !redactor.reveals(requestId)) line += `, request ${requestId}`;
  const limit = rateLimit && describeRateLimit(rateLimit);
  if (limit !== undefined && !redactor.reveals(limit)) line += `, ${limit}`;
  if (typeof outcome === "number" && outcome >= 200 && outcome < 300) log.info(line);
  else log.warn(line);
}

function describeRateLimit({ limit, remaining, waitSeconds }: RateLimit): string {
  const left = `${remaining ?? "?"} of ${limit ?? "?"} requests left`;
  return waitSeconds === undefined ? left : `${left}, more in ${Math.ceil(waitSeconds)} s`;
}
