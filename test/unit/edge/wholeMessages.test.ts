import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { StreamMessageWriter } from "vscode-languageserver/node";
import { WholeMessages } from "../../../server/src/edge/frames.js";

it("hands each message on in one piece, in order, with its length in bytes", async () => {
  const pieces: string[] = [];
  const pipe = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece.toString("utf8"));
      setImmediate(done);
    },
  });
  const writer = new StreamMessageWriter(new WholeMessages(pipe));
  const messages = ["first", "zweitens: ä", "third"].map((method) => ({ jsonrpc: "2.0", method }));
  await Promise.all(messages.map((message) => writer.write(message)));
  const whole = messages.map((message) => JSON.stringify(message));
  expect(pieces).toEqual(whole.map((body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`));
});
