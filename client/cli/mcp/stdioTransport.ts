import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  ErrorCode,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
} from "@modelcontextprotocol/sdk/types.js";
import { isObject, parseJson } from "../../core/text/json.js";

const INTERNAL_ERROR: number = ErrorCode.InternalError;

/**
 * Reads and writes messages as lines. Unlike the SDK's transport, it reads long lines, a byte order mark and a last line
 * without a line break, answers what it can't read, and finishes answers after the input has ended.
 */
export class StdioTransport implements Transport {
  onmessage: Transport["onmessage"];
  onclose: Transport["onclose"];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #unanswered = new Set<unknown>();
  #line = "";
  #hasEnded = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input.setEncoding("utf8");
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
      await this.#refuse(ErrorCode.InvalidParams, "The parameters don't fit the method.", id);
    else await this.#write(message);
    this.#settle(id);
  }

  close(): Promise<void> {
    this.#input.off("data", this.#read).off("end", this.#end).pause();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #read = (chunk: string): void => {
    this.#line += chunk;
    if (!chunk.includes("\n")) return;
    const lines = this.#line.split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#receive(line);
  };

  readonly #end = (): void => {
    this.#receive(this.#line);
    this.#hasEnded = true;
    this.#settle();
  };

  #receive(line: string): void {
    // Also drops a byte order mark.
    const text = line.trim();
    if (text === "") return;
    const value = parseJson(text, withoutNulls);
    const { data: message } = JSONRPCMessageSchema.safeParse(value);
    if (!message) {
      const code = value === undefined ? ErrorCode.ParseError : ErrorCode.InvalidRequest;
      void this.#refuse(code, "The message isn't a request of JSON-RPC 2.0.", isObject(value) ? value["id"] : null);
      return;
    }
    if (isJSONRPCRequest(message)) this.#unanswered.add(message.id);
    this.onmessage?.(message);
    // A canceled request gets no answer.
    if ("method" in message && message.method === "notifications/cancelled")
      this.#settle(message.params?.["requestId"]);
  }

  #settle(id?: unknown): void {
    this.#unanswered.delete(id);
    if (this.#hasEnded && this.#unanswered.size === 0) void this.close();
  }

  #refuse(code: ErrorCode, message: string, id: unknown = null): Promise<void> {
    return this.#write({ jsonrpc: "2.0", id, error: { code, message } });
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
  return key === "arguments" && typeof value === "string" ? (parseJson(value || "{}") ?? value) : value;
}
