import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCRequest,
  isSpecType,
  ProtocolErrorCode,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { isObject, parseJson } from "../../core/text/json.js";

/**
 * Reads and writes messages as lines. Unlike the SDK's transport, it reads long lines, a byte order mark and a last line
 * without a line break, answers what it can't read, and finishes answers after the input has ended.
 */
export class StdioTransport implements Transport {
  onmessage: Transport["onmessage"];
  onclose: Transport["onclose"];
  /** Settles once the client or the process has ended the connection. */
  readonly closed: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #unanswered = new Set<unknown>();
  #line = "";
  #setClosed: () => void = () => undefined;
  #hasEnded = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input.setEncoding("utf8");
    this.#output = output;
    this.closed = new Promise((resolve) => {
      this.#setClosed = resolve;
    });
  }

  start(): Promise<void> {
    this.#input.on("data", this.#read).once("end", this.#end);
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    if ("id" in message) this.#settle(message.id);
  }

  close(): Promise<void> {
    this.#input.off("data", this.#read).off("end", this.#end).pause();
    this.onclose?.();
    this.#setClosed();
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
    if (!isSpecType.JSONRPCMessage(value)) {
      const code = value === undefined ? ProtocolErrorCode.ParseError : ProtocolErrorCode.InvalidRequest;
      void this.#refuse(code, "The message isn't a request of JSON-RPC 2.0.", isObject(value) ? value["id"] : null);
      return;
    }
    if (isJSONRPCRequest(value)) this.#unanswered.add(value.id);
    this.onmessage?.(value);
    // A canceled request gets no answer.
    if ("method" in value && value.method === "notifications/cancelled") this.#settle(value.params?.["requestId"]);
  }

  #settle(id?: unknown): void {
    this.#unanswered.delete(id);
    if (this.#hasEnded && this.#unanswered.size === 0) void this.close();
  }

  #refuse(code: ProtocolErrorCode, message: string, id: unknown = null): Promise<void> {
    return this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  async #write(message: object): Promise<void> {
    const error = await new Promise<unknown>((resolve) => this.#output.write(`${JSON.stringify(message)}\n`, resolve));
    // The client is gone.
    if (error) await this.close();
  }
}

/** Some clients send null for what they leave out, or an empty list, and arguments as text. An ID of null stays invalid. */
function withoutNulls(key: string, value: unknown): unknown {
  if (value === null && key !== "id") return undefined;
  if ((key === "params" || key === "arguments") && Array.isArray(value) && value.length === 0) return undefined;
  return key === "arguments" && typeof value === "string" ? (parseJson(value || "{}") ?? value) : value;
}
