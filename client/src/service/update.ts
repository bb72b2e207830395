import { InvalidRequestError } from "./errors.js";
import { LONGEST_ID, codePoints } from "./records.js";

/** What an update may change ("Update request body"). */
export interface Update {
  readonly name?: string | undefined;
  readonly setup?: object | undefined;
}

/** An update ready to be sent. */
export interface UpdateBody {
  /** Exactly what is sent. */
  readonly bytes: string | Uint8Array;
  /** The same, parsed. */
  readonly content: object;
}

/**
 * Writes an update as it is sent: JSON with `name` and `setup` as far as they are
 * given. This is the one place that does so; whoever reviews a text passes that
 * very text on.
 */
export function serializeUpdate({ name, setup }: Update): string {
  return JSON.stringify({ name, setup });
}

/**
 * Takes an update as an object or as it was serialized, and makes sure that it
 * says something and nothing else. Bytes given are the bytes sent.
 * @throws InvalidRequestError
 */
export function updateBody(update: Update | string | Uint8Array, host: string): UpdateBody {
  const bytes = typeof update === "string" || update instanceof Uint8Array ? update : serializeUpdate(update);
  const content = parse(typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("utf8"));
  if (typeof content !== "object" || content === null || Array.isArray(content)) throw invalid("An update has to be a JSON object.", host);
  const keys = Object.keys(content);
  if (keys.length === 0) throw invalid("An update has to change the name or the setup.", host);
  if (keys.some((key) => key !== "name" && key !== "setup")) throw invalid("An update can change the name and the setup, and nothing else.", host);
  return { bytes, content };
}

/**
 * Writes an id as one segment of a path. An id that could mean another path to
 * any server or proxy on the way is refused rather than encoded.
 * @throws InvalidRequestError
 */
export function idSegment(id: string, host: string): string {
  const length = codePoints(id);
  if (length === 0) throw invalid("The connection's id is missing.", host);
  if (length > LONGEST_ID) throw invalid(`A connection's id has at most ${LONGEST_ID} characters.`, host);
  if (id === "." || id === ".." || /[/\\%\s\p{Cc}\p{Cs}]/u.test(id)) throw invalid("The connection's id has characters an id cannot have.", host);
  return encodeURIComponent(id);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function invalid(problem: string, host: string): InvalidRequestError {
  return new InvalidRequestError(problem, { operation: "update", host, sent: "no" });
}
