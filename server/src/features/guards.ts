import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  ResponseError,
  type TextDocumentIdentifier,
  type TextDocumentPositionParams,
  type TextDocuments,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { EnvFiles } from "../symbols/envFiles.js";
import type { RequestType } from "../../protocol/messages.js";
import { symbolAt, type SymbolPlace, variableAt } from "../symbols/fileSymbols.js";
import type { Documents } from "../workspace/workspaceFiles.js";

/** In UTF-16 units. The features' answers about hostile files of that size already take seconds. */
const MAX_LENGTH = 1024 * 1024;

type Awaitable<Value> = Value | Promise<Value>;
type Reply<Result> = Result | ResponseError<never>;
type Handler<Params, Result> = (params: Params, token: CancellationToken) => Promise<Reply<Result>>;

export type Guards = ReturnType<typeof createGuards>;

/**
 * Creates guards for handlers, which log errors and drop late results.
 * @param documents the open setup files.
 * @param openFiles all open documents: setup files and `.env` files.
 * @param log writes one line into the client's log.
 */
export function createGuards(
  documents: Documents,
  openFiles: TextDocuments<TextDocument>,
  envFiles: EnvFiles,
  log: (line: string) => void,
) {
  /**
   * Guards a request handler. If it throws, replies with the fallback. If the request is canceled, replies with that
   * error.
   * @param name the name in the log.
   */
  function answer<Params, Result>(
    name: string,
    fallback: NoInfer<Result>,
    handler: (params: Params, token: CancellationToken) => Awaitable<Reply<Result>>,
  ): Handler<Params, Result> {
    return async (params, token) => {
      // Let messages that have already arrived go first, such as a cancellation or an edit. The library handles one
      // each turn.
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
   * Like `answer`, for requests about an open document. If it isn't open or is too large, replies with the fallback. If it
   * has changed in the meantime, replies with that error.
   * @param among the possible documents; the setup files by default.
   */
  function answerAbout<Params extends { readonly textDocument: TextDocumentIdentifier }, Result>(
    name: string,
    fallback: NoInfer<Result>,
    handler: (document: TextDocument, params: Params, token: CancellationToken) => Awaitable<Reply<Result>>,
    among = documents,
  ): Handler<Params, Result> {
    return answer(name, fallback, async (params: Params, token) => {
      const document = among.get(params.textDocument.uri);
      if (!document || document.getText().length > MAX_LENGTH) return fallback;
      const { version, uri } = document;
      const result = await handler(document, params, token);
      // If it was closed and reopened, a document may have the same version but another text.
      const isSame = among.get(uri) === document && document.version === version;
      return isSame ? result : new ResponseError<never>(LSPErrorCodes.ContentModified, "The document has changed.");
    });
  }

  /**
   * Like `answerAbout`, for requests about the name at a position of a setup file, or in a line of a `.env` file. If
   * there's none, replies with the fallback.
   */
  function answerAboutName<Params extends TextDocumentPositionParams, Result>(
    name: string,
    fallback: NoInfer<Result>,
    handler: (
      symbol: SymbolPlace,
      document: TextDocument,
      params: Params,
      token: CancellationToken,
    ) => Awaitable<Reply<Result>>,
  ): Handler<Params, Result> {
    const handleName = (document: TextDocument, params: Params, token: CancellationToken) => {
      const find = envFiles.isOne(document) ? variableAt : documents.get(document.uri) && symbolAt;
      const symbol = find?.(document, params.position);
      return symbol ? handler(symbol, document, params, token) : fallback;
    };
    return answerAbout(name, fallback, handleName, openFiles);
  }

  /** Runs work that nothing waits for, and logs its errors. */
  function run(name: string, work: () => Awaitable<void>): void {
    // Start the work now, so that a document's change is handled before later requests about it.
    new Promise<void>((resolve) => {
      resolve(work());
    }).catch((error: unknown) => {
      log(`${name} failed: ${describeError(error)}`);
    });
  }

  return { answer, answerAbout, answerAboutName, run };
}

/** Registers the handler of a request of our own. */
export function onRequest<Params, Result>(
  connection: Connection,
  { method }: RequestType<Params, Result>,
  handler: Handler<Params, Result>,
): void {
  connection.onRequest<unknown, never>(method, handler);
}

/** The name and location of an unexpected error. Omits its message, which may quote a document. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...places.slice(0, 4).map((line) => line.trim())].join(" ");
}
