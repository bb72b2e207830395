import {
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  Message,
  type DidChangeTextDocumentParams,
  type DocumentUri,
  type MessageReader,
} from "vscode-languageserver/node";

const METHODS: ReadonlySet<string> = new Set([
  DidOpenTextDocumentNotification.method,
  DidChangeTextDocumentNotification.method,
  DidCloseTextDocumentNotification.method,
]);

/**
 * Which edits have arrived and are still waiting for their turn: the library takes one message at a time, so a request
 * can be at work although an edit is here already.
 */
export class Edits {
  readonly #waiting = new Map<DocumentUri, number>();

  /** Whether the text of a document is about to change. */
  areWaiting(uri: DocumentUri): boolean {
    return this.#waiting.has(uri);
  }

  /** A message is being handled. */
  handled(message: Message): void {
    this.#count(message, -1);
  }

  /** The same reader, whose messages are seen when they arrive. */
  seen(reader: MessageReader): MessageReader {
    return {
      onError: reader.onError,
      onClose: reader.onClose,
      onPartialMessage: reader.onPartialMessage,
      listen: (take) =>
        reader.listen((message) => {
          this.#count(message, 1);
          take(message);
        }),
      dispose: () => {
        reader.dispose();
      },
    };
  }

  #count(message: Message, more: number): void {
    if (!Message.isNotification(message) || !METHODS.has(message.method)) return;
    const params = message.params as Partial<DidChangeTextDocumentParams> | null | undefined;
    const uri = params?.textDocument?.uri;
    if (typeof uri !== "string") return;
    const waiting = (this.#waiting.get(uri) ?? 0) + more;
    if (waiting > 0) this.#waiting.set(uri, waiting);
    else this.#waiting.delete(uri);
  }
}
