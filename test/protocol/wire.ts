import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { ClientCapabilities } from "vscode-languageserver";
import { SERVER } from "./session.js";

/** A message as it came over the wire. */
export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** One frame: a header with the length of its body in bytes, and the body. */
export function frame(body: object | string): string {
  const text = typeof body === "string" ? body : JSON.stringify({ jsonrpc: "2.0", ...body });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** A server with a client that writes and reads bytes, without a library in between that would smooth them. */
export class Wire {
  readonly received: Message[] = [];
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Set<() => void>();
  #bytes = Buffer.alloc(0);

  constructor() {
    this.#process = spawn(process.execPath, [SERVER, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.#process.stdout.on("data", (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      while (this.#takeMessage());
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    });
  }

  /** A server that has been told what the client can do. */
  static async start(capabilities: ClientCapabilities, initializationOptions = {}): Promise<Wire> {
    const wire = new Wire();
    wire.send({ id: "first", method: "initialize", params: { processId: null, capabilities, initializationOptions } });
    await wire.message(({ id }) => id === "first");
    wire.send({ method: "initialized", params: {} });
    return wire;
  }

  write(bytes: string | Buffer): void {
    this.#process.stdin.write(bytes);
  }

  send(message: object): void {
    this.write(frame(message));
  }

  /** The first message that fits, once it has arrived. */
  async message(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const exited = once(this.#process, "exit");
    this.#process.kill();
    await exited;
  }

  #takeMessage(): boolean {
    const end = this.#bytes.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const length = Number(/Content-Length: (\d+)/.exec(this.#bytes.toString("latin1", 0, end))?.[1]);
    const body = this.#bytes.subarray(end + 4, end + 4 + length);
    if (body.length < length) return false;
    this.#bytes = this.#bytes.subarray(end + 4 + length);
    this.received.push(JSON.parse(body.toString()) as Message);
    return true;
  }
}
