/** What the service says to a request, before any socket is involved. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Writes the body one byte at a time, with so long in between. */
  readonly everyMilliseconds?: number;
  /** The Content-Length to announce where it isn't the body's own; the connection then ends after the body. */
  readonly announcedLength?: number | undefined;
}

/** No reply at all: the connection is reset (RST), closed (FIN), or left open without a word. */
type Silence = "reset" | "close" | "hang";

export type Answer = Reply | Silence;

export function isReply(answer: Answer): answer is Reply {
  return typeof answer !== "string";
}

/** A reply whose body is text of a given media type. */
export function textReply(status: number, contentType: string, text: string, headers: Reply["headers"] = {}): Reply {
  return { status, headers: { "Content-Type": contentType, ...headers }, body: Buffer.from(text) };
}

/** A reply whose body is a value as JSON. */
export function jsonReply(status: number, value: unknown, headers: Reply["headers"] = {}): Reply {
  return textReply(status, "application/json; charset=utf-8", JSON.stringify(value), headers);
}
