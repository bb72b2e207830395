import { TextDocument } from "vscode-languageserver-textdocument";
import type {
  WorkspaceEdit,
  DocumentHighlight,
  Location,
  Range,
  RenameFile,
  SemanticTokens,
} from "vscode-languageserver";
import { beforeEach, describe, expect, it } from "vitest";
import { corpus, type Case as Text } from "../../unit/features/corpus.js";
import { applied, root, uriOf, useFolder, writeFiles } from "../folder.js";
import { Session } from "../session.js";

type Case = ReturnType<typeof caseOf>;
type MarkedFile = Case["files"][number];

/** Every case of the corpus, as `test/fixtures/README.md` describes them. */
function cases(): readonly Case[] {
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

const PLACE = { line: 1, character: 2 };
const SHOWN: Location = { uri: "elsewhere:/shown", range: { start: PLACE, end: PLACE } };

useFolder();
/** What the server has asked a client for that shows secrets and connections. */
let places: unknown[];

beforeEach(() => {
  places = [];
});

describe("names of secrets and variables", () => {
  it.each(cases())("$title", async (one) => {
    writeFiles(root, Object.fromEntries(one.files.map(({ name, text }) => [name, text])));
    await using session = await start(one);
    const asked = one.files.filter(({ cursors, marks }) => cursors.length > 0 || marks.some(isToken));
    expect(asked).not.toEqual([]);
    for (const file of asked) await session.open(uriOf(file.name), file.text, isEnvFile(file) ? "dotenv" : "vaultconn");
    for (const file of asked)
      for (const ask of one.asks)
        if (ask.kind === "tokens") await checkTokens(session, file);
        else for (const cursor of file.cursors) await check(session, { one, file, cursor, ...ask });
  });
});

function start({ client, setting }: Case): Promise<Session> {
  const [word, ...names] = client.split(" ");
  return Session.start({
    folders: [uriOf()],
    capabilities: {
      textDocument: {
        rename: { prepareSupport: true },
        semanticTokens: { requests: {}, tokenTypes: [], tokenModifiers: [], formats: [] },
      },
      ...(word === "renames" && {
        workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["rename"] } },
      }),
    },
    initializationOptions: {
      names: word === "names",
      places: word === "places",
      settings: { envFile: setting },
    },
    answers: {
      "vaultconn/names": ({ among }: { among?: readonly string[] }) => ({
        names: among ? among.filter((name) => names.includes(name)) : names,
      }),
      "vaultconn/place": (params) => {
        places.push(params);
        return SHOWN;
      },
    },
  });
}

async function check(
  session: Session,
  { one, file, cursor, kind, words }: Case["asks"][number] & { one: Case; file: MarkedFile; cursor: number },
): Promise<void> {
  const document = documentOf(file);
  const at = { textDocument: { uri: document.uri }, position: document.positionAt(cursor) };
  const where = `${file.name} at ${cursor}`;
  const references = { ...at, context: { includeDeclaration: true } };
  const all = marksOf(one, ({ kind: mark }) => mark !== "target");
  switch (kind) {
    case "references":
      expect(sorted(await session.request<Location[]>("textDocument/references", references)), where).toEqual(all);
      return;
    case "definition": {
      const named = marksOf(one, (mark) => mark.kind === "declared" || mark.kind === "target");
      const expected = words === "nowhere" ? [] : named.length > 0 ? named : all;
      expect(sorted(await session.request<Location[]>("textDocument/definition", at)), where).toEqual(expected);
      return;
    }
    case "highlight": {
      const found = await session.request<DocumentHighlight[]>("textDocument/documentHighlight", at);
      const here = all.filter(({ uri }) => uri === document.uri).map(({ range }) => range);
      expect(
        found.map(({ range }) => range),
        where,
      ).toEqual(here);
      return;
    }
    case "rename": {
      const prepared = await session.request<{ range: Range; placeholder: string }>("textDocument/prepareRename", at);
      expect(document.getText(prepared.range), where).not.toBe("");
      expect(all, where).toContainEqual({ uri: document.uri, range: prepared.range });
      const edit = await session.request<WorkspaceEdit>("textDocument/rename", { ...at, newName: words });
      const edits = Object.entries(edit.changes ?? {}).flatMap(([uri, each]) =>
        each.map((change) => ({ uri, ...change })),
      );
      expect(sorted(edits), where).toEqual(all.map((place) => ({ ...place, newText: words })));
      return;
    }
    case "refuses": {
      const [newName = "", sentence = ""] = words.split("→").map((text) => text.trim());
      const renaming = session.request("textDocument/rename", { ...at, newName });
      await expect(renaming, where).rejects.toMatchObject({ message: sentence, code: -32803 });
      return;
    }
    case "moves": {
      const [oldName = "", newName = ""] = words.split(" → ");
      const edit = await session.request<WorkspaceEdit>("textDocument/rename", { ...at, newName });
      expect(edit.changes).toBeUndefined();
      const move: RenameFile = { kind: "rename", oldUri: uriOf(oldName), newUri: uriOf(newName) };
      expect(edit.documentChanges?.at(-1)).toEqual(move);
      const texts = Object.fromEntries(one.files.map(({ name, text }) => [name, text]));
      expect(applied(edit, texts)).toEqual(one.after);
      return;
    }
    case "place": {
      expect(await session.request("textDocument/definition", at), where).toEqual([SHOWN]);
      const [symbol, name, tenant] = words.split(" ");
      const id = symbol === "secret" ? { name } : { id: name, ...(tenant !== undefined && { tenant }) };
      expect(places.at(-1), where).toEqual({ kind: symbol, ...id });
      return;
    }
    case "nothing":
      expect(await session.request("textDocument/references", references), where).toEqual([]);
      expect(await session.request("textDocument/definition", at), where).toBeNull();
      expect(await session.request("textDocument/documentHighlight", at), where).toEqual([]);
      expect(await session.request("textDocument/prepareRename", at), where).toBeNull();
      expect(await session.request("textDocument/rename", { ...at, newName: "OTHER" }), where).toBeNull();
      return;
    default:
      throw new Error(`There is no question ${kind}.`);
  }
}

async function checkTokens(session: Session, file: MarkedFile): Promise<void> {
  const { legend } = session.capabilities?.semanticTokensProvider ?? {};
  const document = documentOf(file);
  const { data } = await session.request<SemanticTokens>("textDocument/semanticTokens/full", {
    textDocument: { uri: document.uri },
  });
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let index = 0; index < data.length; index += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(index, index + 5);
    line += lines;
    character = lines > 0 ? characters : character + characters;
    const start = document.offsetAt({ line, character });
    const name = modifiers > 0 ? legend?.tokenModifiers[modifiers - 1] : legend?.tokenTypes[type];
    found.push(`${name ?? ""} ${document.getText().slice(start, start + length)}`);
  }
  expect(found).toEqual(file.marks.map(({ kind, start, end }) => `${kind} ${file.text.slice(start, end)}`));
}

function isEnvFile({ name }: MarkedFile): boolean {
  return name.endsWith(".env");
}

function isToken({ kind }: MarkedFile["marks"][number]): boolean {
  return !["", "declared", "again", "target"].includes(kind);
}

function marksOf({ files }: Case, isWanted: (mark: MarkedFile["marks"][number]) => boolean): readonly Location[] {
  return sorted(
    files.flatMap((file) => {
      const document = documentOf(file);
      const range = (start: number, end: number): Range => ({
        start: document.positionAt(start),
        end: document.positionAt(end),
      });
      return file.marks.filter(isWanted).map(({ start, end }) => ({ uri: document.uri, range: range(start, end) }));
    }),
  );
}

function sorted(locations: readonly Location[]): readonly Location[] {
  const key = ({ uri, range: { start } }: Location): string =>
    `${uri} ${String(start.line).padStart(6, "0")} ${String(start.character).padStart(6, "0")}`;
  return [...locations].sort((a, b) => key(a).localeCompare(key(b)));
}

function documentOf({ name, text }: MarkedFile): TextDocument {
  return TextDocument.create(uriOf(name), "vaultconn", 1, text);
}
