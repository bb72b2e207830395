import { LSPErrorCodes, ResponseError, type CancellationToken } from "vscode-languageserver";
import { describeError } from "./log.js";

/** Writes one line into the client's log. */
export type Log = (line: string) => void;

/** A request handler as the connection takes it. */
export type Handler<Params, Result> = (params: Params, token: CancellationToken) => Promise<Result | ResponseError<never>>;

/**
 * Wraps a request handler: a request that was cancelled in the meantime is not
 * worked on, and one whose handler throws gets the fallback and a line in the log.
 */
export function guarded<Params, Result>(log: Log, name: string, fallback: Result, handler: (params: Params, token: CancellationToken) => Result | Promise<Result | ResponseError<never>>): Handler<Params, Result> {
  return async (params, token) => {
    // Messages that have already arrived, such as a cancellation, come first.
    await new Promise(setImmediate);
    if (isCancelled(token)) return cancelled();
    try {
      const result = await handler(params, token);
      return isCancelled(token) ? cancelled() : result;
    } catch (error) {
      if (error instanceof ResponseError) return error as ResponseError<never>;
      log(`${name} failed: ${describeError(error)}`);
      return fallback;
    }
  };
}

/** Wraps a notification handler: what it throws becomes a line in the log. */
export function guardedNotification<Params>(log: Log, name: string, handler: (params: Params) => Promise<void> | undefined): (params: Params) => void {
  const failed = (error: unknown): void => {
    log(`${name} failed: ${describeError(error)}`);
  };
  return (params) => {
    try {
      handler(params)?.catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}

function isCancelled(token: CancellationToken): boolean {
  return token.isCancellationRequested;
}

function cancelled(): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestCancelled, "The request was cancelled.");
}

/** The reply to a request about a document that changed while the reply was being made. */
export function contentModified(): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.ContentModified, "The document has changed.");
}
