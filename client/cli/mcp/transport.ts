import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ErrorCode,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import { isObject, parseJson } from "../../core/text/json.js";

/** Room for the longest text that a tool takes, in JSON with escapes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 10;
const INTERNAL_ERROR: number = ErrorCode.InternalError;

/**
 * Reads and writes messages as lines. Unlike the SDK's transport, it answers what it can't read, reads batches (protocol
 * 2025-03-26), a byte order mark and a last line without a line break, and finishes answers after the input has ended.
 */
export class StdioTransport implements Transport {
  onmessage: Transport["onmessage"];
  onclose: Transport["onclose"];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #unanswered = new Set<RequestId>();
  #line: Buffer[] = [];
  #length = 0;
  #hasEnded = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    this.#input.on("data", this.#read).once("end", this.#end);
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { id } = "id" in message ? message : {};
    // The SDK calls wrong parameters internal errors, and lists what its schemas say about them.
    if ("error" in message && message.error.code === INTERNAL_ERROR)
      this.#refuse(ErrorCode.InvalidParams, "The parameters don't fit the method.", id);
    else await this.#write(message);
    if (id !== undefined) this.#settle(id);
  }

  close(): Promise<void> {
    this.#input.off("data", this.#read).off("end", this.#end).pause();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #read = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  };

  readonly #end = (): void => {
    this.#endLine();
    this.#hasEnded = true;
    if (this.#unanswered.size === 0) void this.close();
  };

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) this.#line = [];
    else this.#line.push(part);
  }

  #endLine(): void {
    const isTooLong = this.#length > MAX_LINE_BYTES;
    // Also drops a byte order mark.
    const text = Buffer.concat(this.#line).toString("utf8").trim();
    this.#line = [];
    this.#length = 0;
    if (isTooLong) this.#refuse(ErrorCode.InvalidRequest, "The message is larger than 64 MiB.");
    else if (text !== "") this.#receive(text);
  }

  #receive(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text, withoutNulls);
    } catch {
      this.#refuse(ErrorCode.ParseError, "The message isn't JSON.");
      return;
    }
    for (const one of Array.isArray(value) && value.length > 0 ? (value as readonly unknown[]) : [value]) {
      const { data: message } = JSONRPCMessageSchema.safeParse(one);
      if (!message) {
        this.#refuse(
          ErrorCode.InvalidRequest,
          "The message isn't a request of JSON-RPC 2.0.",
          isObject(one) && one["id"],
        );
        continue;
      }
      if (isJSONRPCRequest(message)) this.#unanswered.add(message.id);
      this.onmessage?.(message);
      // A canceled request gets no answer.
      if ("method" in message && message.method === "notifications/cancelled")
        this.#settle(message.params?.["requestId"] as RequestId);
    }
  }

  #settle(id: RequestId): void {
    if (this.#unanswered.delete(id) && this.#hasEnded && this.#unanswered.size === 0) void this.close();
  }

  #refuse(code: ErrorCode, message: string, id?: unknown): void {
    const known = typeof id === "string" || typeof id === "number" ? id : null;
    void this.#write({ jsonrpc: "2.0", id: known, error: { code, message } });
  }

  async #write(message: object): Promise<void> {
    const error = await new Promise<unknown>((resolve) => this.#output.write(`${JSON.stringify(message)}\n`, resolve));
    // The client is gone.
    if (error) await this.close();
  }
}

/** Some clients send null for what they leave out, and arguments as text. An ID of null stays invalid. */
function withoutNulls(key: string, value: unknown): unknown {
  if (value === null && key !== "id") return undefined;
  return key === "arguments" && typeof value === "string" ? (parseJson(value) ?? value) : value;
}
