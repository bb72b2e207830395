import { LSPErrorCodes, ResponseError, type CancellationToken } from "vscode-languageserver/node";
import type { Context } from "../features/feature.js";
import type { Documents } from "../workspace/workspaceFiles.js";

/**
 * The guards around handlers: what they throw becomes a line in the log, and what comes too late isn't told.
 * @param log writes one line into the client's log.
 */
export function guards(
  documents: Documents,
  log: (line: string) => void,
): Pick<Context, "answer" | "answerAbout" | "run"> {
  const answer: Context["answer"] = (name, fallback, handler) => async (params, token) => {
    // Messages that have already arrived come first, such as a cancellation or an edit: the library takes one each turn.
    for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
    if (isCancelled(token)) return cancelled();
    try {
      const result = await handler(params, token);
      return isCancelled(token) ? cancelled() : result;
    } catch (error) {
      log(`${name} failed: ${describeError(error)}`);
      return fallback;
    }
  };

  const answerAbout: Context["answerAbout"] =
    (name, fallback, handler, among = documents) =>
    (params, token) =>
      answer(name, fallback, async () => {
        const document = among.get(params.textDocument.uri);
        if (!document) return fallback;
        const { version, uri } = document;
        const result = await handler(document, params, token);
        // Closed and opened again, a document may have the same version and another text.
        const isSame = among.get(uri) === document && document.version === version;
        return isSame ? result : contentModified();
      })(params, token);

  const run: Context["run"] = (name, work) => {
    const failed = (error: unknown): void => {
      log(`${name} failed: ${describeError(error)}`);
    };
    try {
      Promise.resolve(work()).catch(failed);
    } catch (error) {
      failed(error);
    }
  };

  return { answer, answerAbout, run };
}

function contentModified(): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.ContentModified, "The document has changed.");
}

function isCancelled(token: CancellationToken): boolean {
  return token.isCancellationRequested;
}

function cancelled(): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestCancelled, "The request was canceled.");
}

/**
 * What may be notified about an unexpected error: its name and where it arose. Its
 * message is left out, for it may quote a document.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...places.slice(0, 4).map((line) => line.trim())].join(" ");
}
