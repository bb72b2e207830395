import { once } from "node:events";
import type { Writable } from "node:stream";
import { printable } from "./visible.js";

/** So many characters are written at once. */
const CHUNK = 65_536;

/** Text on its way out, in pieces, never faster than the reader takes it. */
export class Output {
  readonly #stream: Writable;
  /** Why writing failed, other than by a reader that has gone. */
  failure: Error | undefined;
  readonly #closed = new AbortController();
  readonly #own: Parameters<typeof printable>[1];
  #waiting = "";

  /** @param own what this program adds by itself, as `printable` takes it. */
  constructor(stream: Writable, own: Parameters<typeof printable>[1]) {
    this.#stream = stream;
    this.#own = own;
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // A reader may have seen enough, as `head` does: what remains is for nobody.
      if (error.code !== "EPIPE") this.failure = error;
      this.#closed.abort();
    });
  }

  async write(text: string): Promise<void> {
    this.#waiting += printable(text, this.#own);
    if (this.#waiting.length >= CHUNK) await this.flush();
  }

  /** Writes what is still waiting. */
  async flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = "";
    if (text === "" || this.#closed.signal.aborted || this.#stream.write(text)) return;
    await once(this.#stream, "drain", { signal: this.#closed.signal }).catch(() => undefined);
  }
}
