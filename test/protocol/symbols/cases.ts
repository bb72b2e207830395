import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FIXTURES = path.resolve(import.meta.dirname, "../../fixtures/symbols");

/** A file of a case, without its marks. */
export interface MarkedFile {
  readonly name: string;
  readonly text: string;
  /** Offsets at which is asked. */
  readonly cursors: readonly number[];
  readonly marks: readonly Mark[];
}

/** A part of a file that an answer is about. */
interface Mark {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A case of the corpus:
 *
 *     === title
 *     --- client: words about the client
 *     --- setting: the .env file that is set, other than .env
 *     --- file: path
 *     text, in which ‸ is a place where is asked, and «kind:…» or «…» what an answer is about
 *     --- asks: what is asked at each ‸
 *
 * `declared` is where a variable is set, `again` where it is set besides; `target` is what a definition leads to and no
 * name of its own. All other kinds are types of semantic tokens.
 */
export interface Case {
  readonly title: string;
  readonly client: string;
  readonly setting: string;
  readonly files: readonly MarkedFile[];
  readonly asks: readonly Ask[];
  /** What files are to be once an edit was applied, by name. */
  readonly after: Readonly<Record<string, string>>;
}

/** What is asked at each cursor, and further words. */
interface Ask {
  readonly kind: string;
  readonly words: string;
}

/** Every case of the corpus. */
export function cases(): readonly Case[] {
  const names = readdirSync(FIXTURES).filter((name) => name.endsWith(".txt"));
  return names.sort().flatMap((name) => {
    const [, ...parts] = readFileSync(path.join(FIXTURES, name), "utf8").split(/^=== /m);
    return parts.map((part) => caseOf(path.basename(name, ".txt"), part));
  });
}

function caseOf(topic: string, part: string): Case {
  const [title = "", ...sections] = part.split(/^--- /m);
  const read = sections.map((section) => {
    const end = section.indexOf("\n");
    const [kind = "", words = ""] = section.slice(0, end).split(/: ?(.*)/s);
    return { kind, words, body: section.slice(end + 1).replace(/\n$/, "") };
  });
  const ofKind = (kind: string): typeof read => read.filter((section) => section.kind === kind);
  const isAfter = ({ words }: { words: string }): boolean => words.endsWith(" becomes");
  const asks = ofKind("asks").flatMap(({ words }) => words.split(", ").map(askOf));
  const others = read.filter(({ kind }) => ["refuses", "moves", "place", "tokens"].includes(kind));
  return {
    title: `${topic}: ${title.trim()}`,
    client: ofKind("client")[0]?.words ?? "",
    setting: ofKind("setting")[0]?.words ?? ".env",
    files: ofKind("file")
      .filter((section) => !isAfter(section))
      .map(({ words, body }) => markedFile(words, body)),
    asks: [...asks, ...others.map(({ kind, words }) => ({ kind, words }))],
    after: Object.fromEntries(
      ofKind("file")
        .filter(isAfter)
        .map(({ words, body }) => [words.replace(" becomes", ""), body]),
    ),
  };
}

function askOf(words: string): Ask {
  const [kind = "", rest = ""] = words.split(/ (.*)/s);
  return { kind, words: rest };
}

function markedFile(name: string, marked: string): MarkedFile {
  const cursors: number[] = [];
  const marks: Mark[] = [];
  let begun: { kind: string; start: number } | undefined;
  let text = "";
  for (const [piece, kind] of marked.matchAll(/‸|«(?:(\w+):)?|»|[^‸«»]+/gu)) {
    if (piece === "‸") cursors.push(text.length);
    else if (piece.startsWith("«")) begun = { kind: kind ?? "", start: text.length };
    else if (piece !== "»") text += piece;
    else if (begun) marks.push({ ...begun, end: text.length });
  }
  return { name, text, cursors, marks };
}
