import {
  type CancellationToken,
  LSPErrorCodes,
  ResponseError,
  type TextDocumentIdentifier,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Documents } from "../workspace/workspaceFiles.js";

type Awaitable<Value> = Value | Promise<Value>;
type Reply<Result> = Result | ResponseError<never>;
type Handler<Params, Result> = (params: Params, token: CancellationToken) => Promise<Reply<Result>>;

export type Guards = ReturnType<typeof createGuards>;

/**
 * The guards around handlers: an error becomes a line in the log, and a late result isn't sent.
 * @param documents the open setup files.
 * @param log writes one line into the client's log.
 */
export function createGuards(documents: Documents, log: (line: string) => void) {
  /**
   * Guards a handler of requests: if it throws, the reply is the fallback, and if the request has been cancelled, the
   * reply says so.
   * @param name what the log calls it.
   */
  function answer<Params, Result>(
    name: string,
    fallback: NoInfer<Result>,
    handler: (params: Params, token: CancellationToken) => Awaitable<Reply<Result>>,
  ): Handler<Params, Result> {
    return async (params, token) => {
      // Messages that have already arrived come first, such as a cancellation or an edit: the library takes one each turn.
      for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
      try {
        const result = token.isCancellationRequested ? fallback : await handler(params, token);
        if (!token.isCancellationRequested) return result;
        return new ResponseError<never>(LSPErrorCodes.RequestCancelled, "The request was canceled.");
      } catch (error) {
        log(`${name} failed: ${describeError(error)}`);
        return fallback;
      }
    };
  }

  /**
   * Does the same for requests about an open document. If the document isn't open, the reply is the fallback; if it has
   * changed in the meantime, the reply says so.
   * @param among the documents it may be about; without it, the setup files.
   */
  function answerAbout<Params extends { readonly textDocument: TextDocumentIdentifier }, Result>(
    name: string,
    fallback: NoInfer<Result>,
    handler: (document: TextDocument, params: Params, token: CancellationToken) => Awaitable<Reply<Result>>,
    among = documents,
  ): Handler<Params, Result> {
    return answer(name, fallback, async (params: Params, token) => {
      const document = among.get(params.textDocument.uri);
      if (!document) return fallback;
      const { version, uri } = document;
      const result = await handler(document, params, token);
      // Closed and opened again, a document may have the same version and another text.
      const isSame = among.get(uri) === document && document.version === version;
      return isSame ? result : new ResponseError<never>(LSPErrorCodes.ContentModified, "The document has changed.");
    });
  }

  /** Runs something that no one waits for. */
  function run(name: string, work: () => Awaitable<void>): void {
    // The work begins now: what changes a document comes before what is asked about it next.
    new Promise<void>((resolve) => {
      resolve(work());
    }).catch((error: unknown) => {
      log(`${name} failed: ${describeError(error)}`);
    });
  }

  return { answer, answerAbout, run };
}

/** The name of an unexpected error and where it arose. Its message is left out, since it may quote a document. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...places.slice(0, 4).map((line) => line.trim())].join(" ");
}
