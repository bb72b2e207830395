import type { CancellationToken, LSPErrorCodes } from "vscode-languageserver";
import { ResponseError } from "vscode-jsonrpc/node";
import { describeError } from "./log.js";

/** A value, or a promise of one. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Writes one line into the client's log. */
export type Log = (line: string) => void;

/** The error codes of LSP that are used here. */
const REQUEST_CANCELLED = -32_800 satisfies typeof LSPErrorCodes.RequestCancelled;
const CONTENT_MODIFIED = -32_801 satisfies typeof LSPErrorCodes.ContentModified;

/**
 * Answers one request: one that was cancelled in the meantime is not worked on,
 * and one whose handler throws gets the fallback and a line in the log.
 * @param name what the log calls the handler.
 */
export async function answer<Result>(
  log: Log,
  name: string,
  fallback: Result,
  token: CancellationToken,
  handler: () => Awaitable<Result | ResponseError>,
): Promise<Result | ResponseError> {
  // Messages that have already arrived, such as a cancellation, come first.
  await new Promise(setImmediate);
  if (isCancelled(token)) return cancelled();
  try {
    const result = await handler();
    return isCancelled(token) ? cancelled() : result;
  } catch (error) {
    log(`${name} failed: ${describeError(error)}`);
    return fallback;
  }
}

/** Runs a handler that nobody waits for: what it throws becomes a line in the log. */
export function run(log: Log, name: string, handler: () => Awaitable<void>): void {
  const failed = (error: unknown): void => {
    log(`${name} failed: ${describeError(error)}`);
  };
  try {
    Promise.resolve(handler()).catch(failed);
  } catch (error) {
    failed(error);
  }
}

/** The reply to a request about a document that changed while the reply was being made. */
export function contentModified(): ResponseError {
  return new ResponseError(CONTENT_MODIFIED, "The document has changed.");
}

function isCancelled(token: CancellationToken): boolean {
  return token.isCancellationRequested;
}

function cancelled(): ResponseError {
  return new ResponseError(REQUEST_CANCELLED, "The request was cancelled.");
}
