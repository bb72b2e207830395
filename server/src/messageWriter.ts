import type { Writable } from "node:stream";
import { AbstractMessageWriter, type Message, type MessageWriter } from "vscode-languageserver/node";

/**
 * Writes each message in one piece. The library's writer writes the header, waits, and then writes the content, and to
 * write to a pipe takes as long as to check a file.
 */
export class WholeMessageWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #output: Writable;
  #errors = 0;

  constructor(output: Writable) {
    super();
    this.#output = output;
    output.on("error", (error) => {
      this.fireError(error);
    });
    output.on("close", () => {
      this.fireClose();
    });
  }

  /** LSP, "Base protocol". @throws {Error} if the client can't be reached */
  write(message: Message): Promise<void> {
    const content = JSON.stringify(message);
    const text = `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
    return new Promise((resolve, reject) => {
      this.#output.write(text, (error) => {
        if (error) {
          this.#errors += 1;
          this.fireError(error, message, this.#errors);
          reject(error);
        } else resolve();
      });
    });
  }

  end(): void {
    this.#output.end();
  }
}
