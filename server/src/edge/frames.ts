import { Transform, type TransformCallback, Writable } from "node:stream";

/** A header as LSP writes it (Base Protocol, "Header Part"), wherever it stands. */
const HEADER = /content-length: *(\d+) *\r\n(?:[\w-]+:[^\r\n]*\r\n)*\r\n/i;
/** The line of it that counts. JSON has no such line with its break, neither inside a text nor outside. */
const LINE = /^Content-Length: *\d+ *\r\n/;
const BEGINNING = "Content-Length:";
/** No header is longer than this, in bytes, nor that line of it. */
const LONGEST_HEADER = 8192;
const LONGEST_LINE = 64;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Lets only whole frames through, and finds the next one after a broken one. The library's reader takes a length at its
 * word: after one that is negative, missing or too large, the messages that follow would be lost.
 */
export class WholeFrames extends Transform {
  /** The frame that is being read. */
  #frame: Buffer[] = [];
  /** How many bytes of its body are still to come; undefined while a header is being looked for. */
  #missing: number | undefined;
  /** The last bytes before those that arrive: a header may have begun in them. */
  #before: Buffer = NOTHING;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    while (rest.length > 0)
      rest = this.#missing === undefined ? this.#readHeader(rest) : this.#readBody(rest, this.#missing);
    done();
  }

  /** @returns what follows the header; nothing while it has not arrived. */
  #readHeader(bytes: Buffer): Buffer {
    const atOnce = HEADER.exec(bytes.toString("latin1", 0, LONGEST_LINE));
    const all = atOnce?.index === 0 ? bytes : Buffer.concat([this.#before, bytes]);
    const found = atOnce?.index === 0 ? atOnce : HEADER.exec(all.toString("latin1"));
    if (!found) {
      this.#before = all.subarray(-LONGEST_HEADER);
      return NOTHING;
    }
    this.#before = NOTHING;
    this.#missing = Number(found[1]);
    this.#frame = [Buffer.from(`Content-Length: ${this.#missing}\r\n\r\n`)];
    return all.subarray(found.index + found[0].length);
  }

  /** @returns what follows the body, or the header that stands where it should have gone on. */
  #readBody(bytes: Buffer, missing: number): Buffer {
    const next = this.#headerIn(bytes, missing);
    if (next) {
      this.#missing = undefined;
      this.#before = NOTHING;
      return next;
    }
    const part = bytes.subarray(0, missing);
    this.#frame.push(part);
    this.#before = Buffer.concat([this.#before, part.subarray(-LONGEST_LINE)]).subarray(-LONGEST_LINE);
    this.#missing = missing - part.length;
    if (this.#missing === 0) {
      for (const piece of this.#frame) this.push(piece);
      this.#missing = undefined;
    }
    return bytes.subarray(part.length);
  }

  /** A header that begins in a body, and what follows it. */
  #headerIn(bytes: Buffer, missing: number): Buffer | undefined {
    const seam = Buffer.concat([this.#before, bytes.subarray(0, LONGEST_LINE)]);
    const inSeam = headerFrom(seam, this.#before.length);
    if (inSeam !== undefined) return Buffer.concat([seam.subarray(inSeam, this.#before.length), bytes]);
    const start = headerFrom(bytes, missing);
    return start === undefined ? undefined : bytes.subarray(start);
  }
}

/** Where the first line of a header begins, before an offset. */
function headerFrom(bytes: Buffer, end: number): number | undefined {
  for (let start = bytes.indexOf(BEGINNING); start >= 0 && start < end; start = bytes.indexOf(BEGINNING, start + 1)) {
    if (LINE.test(bytes.toString("latin1", start, start + LONGEST_LINE))) return start;
  }
  return undefined;
}

/** Hands each message on in one piece: the library writes its head, a text, and its body, bytes, each by itself. */
export class WholeMessages extends Writable {
  readonly #to: Writable;
  #head = "";

  constructor(to: Writable) {
    super({ decodeStrings: false });
    this.#to = to;
  }

  override _write(piece: string | Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (typeof piece === "string") {
      this.#head = piece;
      done();
    } else this.#to.write(Buffer.concat([Buffer.from(this.#head, "ascii"), piece]), done);
  }
}
