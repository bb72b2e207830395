import { TextDocument } from "vscode-languageserver-textdocument";
import type { WorkspaceEdit, DocumentHighlight, Location, Range, SemanticTokens } from "vscode-languageserver";
import { beforeEach, describe, expect, it } from "vitest";
import { corpus, readMarks, type Case as Text } from "../../unit/features/corpus.js";
import { applied, uriOf, useFolder, writeFiles } from "../../unit/folder.js";
import { Session } from "../session.js";

type Case = ReturnType<typeof caseOf>;
type MarkedFile = Case["files"][number];

/** A case of the corpus, as `test/fixtures/README.md` describes it. */
function caseOf({ title, sections }: Text) {
  const wordsOf = (kind: string): string | undefined => sections.find(({ name }) => name === kind)?.words;
  const files = sections.filter(({ name }) => name === "file");
  const asks = sections.flatMap(({ name, words }) => {
    if (name === "asks") return words.split(", ").map(askOf);
    return ["refuses", "moves", "place", "tokens"].includes(name) ? [{ kind: name, words }] : [];
  });
  return {
    title,
    client: wordsOf("client") ?? "",
    setting: wordsOf("setting") ?? ".env",
    files: files.filter(({ words }) => !words.endsWith(" becomes")).map(({ words, text }) => markedFile(words, text)),
    asks,
    /** What files are to be once an edit was applied, by name. */
    after: Object.fromEntries(
      files.flatMap(({ words, text }) => (words.endsWith(" becomes") ? [[words.replace(" becomes", ""), text]] : [])),
    ) as Record<string, string>,
  };
}

/** What is asked at each cursor, and further words. */
function askOf(ask: string) {
  const [kind = "", words = ""] = ask.split(/ (.*)/s);
  return { kind, words };
}

/** A file without its marks, with the offsets at which is asked, and the parts that an answer is about. */
function markedFile(name: string, marked: string) {
  const { text, cursors, marks } = readMarks(marked);
  const document = TextDocument.create(uriOf(name), "vaultconn", 1, text);
  const places = marks.map(({ kind, start, end }) => ({
    ...{ kind, uri: document.uri, text: text.slice(start, end) },
    range: { start: document.positionAt(start), end: document.positionAt(end) },
  }));
  return { name, text, document, cursors, places };
}

const DECLARATION = { context: { includeDeclaration: true } };
const PLACE = { line: 1, character: 2 };
const SHOWN: Location = { uri: "elsewhere:/shown", range: { start: PLACE, end: PLACE } };

useFolder();
/** What the server has asked a client for that shows secrets and connections. */
let shown: unknown[];

beforeEach(() => {
  shown = [];
});

describe("names of secrets and variables", () => {
  it.each(corpus("symbols"))("$title", async (text) => {
    const one = caseOf(text);
    writeFiles(Object.fromEntries(one.files.map(({ name, text: content }) => [name, content])));
    await using session = await start(one);
    const asked = one.files.filter(({ cursors }) => cursors.length > 0 || one.asks[0]?.kind === "tokens");
    expect(asked).not.toEqual([]);
    for (const { name, document } of asked)
      await session.open(document.uri, document.getText(), name.endsWith(".env") ? "dotenv" : "vaultconn");
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
    initializationOptions: { names: word === "names", places: word === "places", settings: { envFile: setting } },
    answers: {
      "vaultconn/names": ({ among = names }: { among?: readonly string[] }) => ({
        names: among.filter((name) => names.includes(name)),
      }),
      "vaultconn/place": (params) => {
        shown.push(params);
        return SHOWN;
      },
    },
  });
}

async function check(
  session: Session,
  { one, file, cursor, kind, words }: Case["asks"][number] & { one: Case; file: MarkedFile; cursor: number },
): Promise<void> {
  const { uri } = file.document;
  const at = { textDocument: { uri }, position: file.document.positionAt(cursor) };
  const ask = <Result>(what: string, more: object = {}): Promise<Result> =>
    session.request<Result>(`textDocument/${what}`, { ...at, ...more });
  const where = `${file.name} at ${cursor}`;
  const marked = (isWanted: (kind: string) => boolean) =>
    sorted(one.files.flatMap(({ places }) => places.filter((place) => isWanted(place.kind))));
  const all = marked((mark) => mark !== "target");
  switch (kind) {
    case "references":
      expect(sorted(await ask<Location[]>("references", DECLARATION)), where).toEqual(all);
      return;
    case "definition": {
      const named = marked((mark) => mark === "declared" || mark === "target");
      const expected = words === "nowhere" ? [] : named.length > 0 ? named : all;
      expect(sorted(await ask<Location[]>("definition")), where).toEqual(expected);
      return;
    }
    case "highlight": {
      const found = await ask<DocumentHighlight[]>("documentHighlight");
      const places = sorted(found.map(({ range }) => ({ uri, range })));
      expect(places, where).toEqual(all.filter((place) => place.uri === uri));
      return;
    }
    case "rename": {
      const { range } = await ask<{ range: Range }>("prepareRename");
      expect(all, where).toContainEqual({ uri, range });
      const { changes = {} } = await ask<WorkspaceEdit>("rename", { newName: words });
      const edits = Object.entries(changes).flatMap(([changed, each]) =>
        each.map((edit) => ({ uri: changed, range: edit.range, text: edit.newText })),
      );
      expect(new Set(edits.map(({ text }) => text)), where).toEqual(new Set([words]));
      expect(sorted(edits), where).toEqual(all);
      return;
    }
    case "refuses": {
      const [newName = "", message = ""] = words.split("→").map((text) => text.trim());
      await expect(ask("rename", { newName }), where).rejects.toMatchObject({ message, code: -32803 });
      return;
    }
    case "moves": {
      const [oldName = "", newName = ""] = words.split(" → ");
      const edit = await ask<WorkspaceEdit>("rename", { newName });
      const move = { kind: "rename", oldUri: uriOf(oldName), newUri: uriOf(newName) };
      expect(edit.documentChanges?.at(-1)).toEqual(move);
      expect(applied(edit)).toEqual(one.after);
      return;
    }
    case "place": {
      expect(await ask("definition"), where).toEqual([SHOWN]);
      const [symbol, name, tenant] = words.split(" ");
      expect(shown.at(-1), where).toEqual({ kind: symbol, ...(symbol === "secret" ? { name } : { id: name, tenant }) });
      return;
    }
    default: {
      const answers = [await ask("references", DECLARATION), await ask("definition")];
      answers.push(await ask("documentHighlight"), await ask("prepareRename"));
      answers.push(await ask("rename", { newName: "OTHER" }));
      expect([kind, where, ...answers]).toEqual(["nothing", where, [], null, [], null, null]);
    }
  }
}

async function checkTokens(session: Session, { document, places }: MarkedFile): Promise<void> {
  const { legend } = session.capabilities?.semanticTokensProvider ?? {};
  const { data } = await session.request<SemanticTokens>("textDocument/semanticTokens/full", {
    textDocument: { uri: document.uri },
  });
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let index = 0; index < data.length; index += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(index, index + 5);
    line += lines;
    character = lines > 0 ? characters : character + characters;
    const name = modifiers > 0 ? legend?.tokenModifiers[modifiers - 1] : legend?.tokenTypes[type];
    const range = { start: { line, character }, end: { line, character: character + length } };
    found.push(`${name ?? ""} ${document.getText(range)}`);
  }
  expect(found).toEqual(places.map(({ kind, text }) => `${kind} ${text}`));
}

/** The places alone, in one order. */
function sorted(locations: readonly Location[]): readonly Location[] {
  const places = locations.map(({ uri, range }) => ({ uri, range }));
  return places.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}
