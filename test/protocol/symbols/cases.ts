import { TextDocument } from "vscode-languageserver-textdocument";
import type { WorkspaceEdit } from "vscode-languageserver";
import { corpus, type Case as Text } from "../../unit/features/corpus.js";
import { uriOf } from "../folder.js";

export type Case = ReturnType<typeof caseOf>;
export type MarkedFile = Case["files"][number];

/** Every case of the corpus, as `test/fixtures/README.md` describes them. */
export function cases(): readonly Case[] {
  return corpus("symbols").map(caseOf);
}

function caseOf({ title, sections }: Text) {
  const ofKind = (kind: string): Text["sections"] => sections.filter(({ name }) => name === kind);
  const isAfter = ({ words }: Text["sections"][number]): boolean => words.endsWith(" becomes");
  const files = ofKind("file").filter((section) => !isAfter(section));
  const after = ofKind("file").filter(isAfter);
  const asks = ofKind("asks").flatMap(({ words }) => words.split(", ").map(askOf));
  const others = sections.filter(({ name }) => ["refuses", "moves", "place", "tokens"].includes(name));
  return {
    title,
    client: ofKind("client")[0]?.words ?? "",
    setting: ofKind("setting")[0]?.words ?? ".env",
    files: files.map(({ words, text }) => markedFile(words, text)),
    asks: [...asks, ...others.map(({ name, words }) => ({ kind: name, words }))],
    /** What files are to be once an edit was applied, by name. */
    after: Object.fromEntries(after.map(({ words, text }) => [words.replace(" becomes", ""), text])),
  };
}

/** What is asked at each cursor, and further words. */
function askOf(words: string) {
  const [kind = "", rest = ""] = words.split(/ (.*)/s);
  return { kind, words: rest };
}

/** A file without its marks, with the offsets at which is asked, and the parts that an answer is about. */
function markedFile(name: string, marked: string) {
  const cursors: number[] = [];
  const marks: { kind: string; start: number; end: number }[] = [];
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

/** What files become with an edit, by their names. */
export function applied(
  edit: WorkspaceEdit | null,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const changes = Object.entries(edit?.changes ?? {}).map(([uri, edits]) => ({ uri, edits }));
  const versioned = (edit?.documentChanges ?? []).flatMap((change) =>
    "edits" in change
      ? [{ uri: change.textDocument.uri, edits: change.edits.filter((each) => "newText" in each) }]
      : [],
  );
  return Object.fromEntries(
    [...changes, ...versioned].map(({ uri, edits }) => {
      const name = Object.keys(files).find((file) => uriOf(file) === uri) ?? uri;
      return [name, TextDocument.applyEdits(TextDocument.create(uri, "", 1, files[name] ?? ""), edits)];
    }),
  );
}
