import type { Uri } from "vscode";
import { describe, expect, it, vi } from "vitest";
import { type Comparison, ReviewDocuments } from "../../../client/extension/push/reviewDocuments.js";
import type { PushEvent } from "../../../client/core/push/pushTypes.js";
import type { Session, SessionsChange } from "../../../client/extension/tenants/sessions.js";
import { recordFrom } from "../records.js";
import { editor, vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

interface Tab {
  readonly label: string;
}

const tabsChanged = new vscode.EventEmitter<{ readonly closed: readonly Tab[] }>();
const activeTabGroup = { activeTab: undefined as Tab | undefined };
const never = () => vscode.Disposable.from();
const all: { tabs: Tab[] }[] = [];
Object.assign(vscode.window, { tabGroups: { all, activeTabGroup, onDidChangeTabs: tabsChanged.event } });
Object.assign(vscode.workspace, { registerTextDocumentContentProvider: never, onDidCloseTextDocument: never });

/** What the menu of an editor with several comparisons shows. */
function menu(): unknown {
  const keys = editor.executed.filter(([, key]) => key === "vaultconn.comparisonOfMany");
  return keys.at(-1)?.[2];
}

const tenantsChanged = new vscode.EventEmitter<SessionsChange>();
/** Tenants that were removed. */
const removed = new Set<string>();
const sessions = {
  onDidChange: tenantsChanged.event,
  withOrigin: (origin: string) => (removed.has(origin) ? undefined : ({} as Session)),
};

const comparison = (file: string): Comparison => ({
  views: { before: "before", after: "after" },
  origin: "https://acme.example",
  id: file,
  tenantName: "Acme",
  connection: file,
  file,
});

/** As VS Code makes one up for an editor of several comparisons. */
const OF_SEVERAL = { scheme: "multi-diff-editor" } as Uri;

it("offers each comparison's own actions, whichever is active", async () => {
  const documents = new ReviewDocuments(sessions, []);
  const [first, second] = ["Push 2 files to Acme?", "Push 3 files to Globex?"];
  const closed = documents.compareUntilClosed([comparison("a"), comparison("a")], first, undefined);
  await documents.compare([comparison("b"), comparison("b")], second);
  const seen = [`${first} (2 files)`, `${second} (3 files)`, "README.md", undefined].map((label) => {
    activeTabGroup.activeTab = label === undefined ? undefined : { label };
    tabsChanged.fire({ closed: [] });
    const { files, returnToReview } = documents.offered(OF_SEVERAL) ?? {};
    return [files?.map(({ path }) => path), returnToReview !== undefined, menu()];
  });
  expect(seen).toEqual([
    [["/a", "/a"], true, "reviewed"],
    [["/b", "/b"], false, "compared"],
    [undefined, false, undefined],
    [undefined, false, undefined],
  ]);
  tabsChanged.fire({ closed: [{ label: first }] });
  await closed;
  activeTabGroup.activeTab = { label: first };
  tabsChanged.fire({ closed: [] });
  expect(documents.offered(OF_SEVERAL)).toMatchObject({ files: [vscode.Uri.parse("a"), vscode.Uri.parse("a")] });
  expect(documents.offered(OF_SEVERAL)?.returnToReview).toBeUndefined();
});

it("has a title of its own beside an open comparison of the same title", async () => {
  const documents = new ReviewDocuments(sessions, []);
  const compare = () => documents.compare([comparison("a"), comparison("b")], "Compare 2 files");
  await compare();
  all.splice(0, all.length, { tabs: [{ label: "Compare 2 files (2 files)" }] });
  await compare();
  all.splice(0, all.length);
  const titles = editor.executed.filter(([command]) => command === "vscode.changes").map(([, title]) => title);
  expect(titles.slice(-2)).toEqual(["Compare 2 files", "Compare 2 files · 2"]);
});

it("ends once the comparison is gone, even if VS Code never reports that", async () => {
  vi.spyOn(vscode.commands, "executeCommand").mockReturnValue(new Promise(() => undefined));
  const closed = new ReviewDocuments(sessions, []).compareUntilClosed(
    [comparison("a"), comparison("b")],
    "Push 2?",
    undefined,
  );
  for (const tabs of [[{ label: "Push 2? (2 files)" }], []]) {
    all.splice(0, 1, { tabs });
    tabsChanged.fire({ closed: [] });
  }
  await expect(closed).resolves.toBeUndefined();
});

it("tells comparisons with the same title apart, until one is closed", async () => {
  const documents = new ReviewDocuments(sessions, []);
  const tabs: Tab[] = [];
  all.splice(0, 1, { tabs });
  vi.spyOn(vscode.commands, "executeCommand").mockImplementation((...given: unknown[]) => {
    const [command, title, resources] = given as [string, string, readonly unknown[]];
    if (command === "vscode.changes") tabs.push({ label: `${title} (${resources.length} files)` });
    return Promise.resolve(void editor.executed.push(given));
  });
  const compare = (...files: string[]) => documents.compare(files.map(comparison), "Service ↔ Files");
  const offers = () =>
    tabs.map((tab) => {
      activeTabGroup.activeTab = tab;
      return documents.offered(OF_SEVERAL)?.files.map(({ path }) => path);
    });
  await Promise.all([compare("a", "b"), compare("c", "d"), compare("e", "f")]);
  expect(tabs.map(({ label }) => label)).toEqual(
    ["Service ↔ Files", "Service ↔ Files · 2", "Service ↔ Files · 3"].map((title) => `${title} (2 files)`),
  );
  expect(offers()).toEqual([
    ["/a", "/b"],
    ["/c", "/d"],
    ["/e", "/f"],
  ]);
  // The first is closed, and the others stay what they are.
  tabs.shift();
  await compare("g", "h");
  expect(tabs.at(-1)?.label).toBe("Service ↔ Files (2 files)");
  expect(offers()).toEqual([
    ["/c", "/d"],
    ["/e", "/f"],
    ["/g", "/h"],
  ]);
});

it("returns only to the review whose comparison is closed", async () => {
  const documents = new ReviewDocuments(sessions, []);
  const tabs: Tab[] = [];
  all.splice(0, 1, { tabs });
  vi.spyOn(vscode.commands, "executeCommand").mockImplementation((...[, title]: unknown[]) =>
    Promise.resolve(void tabs.push({ label: `${String(title)} (2 files)` })),
  );
  const ended: string[] = [];
  const compare = (name: string) =>
    documents
      .compareUntilClosed([comparison(name), comparison(name)], "Push 2 files to Acme?", undefined)
      .then(() => ended.push(name));
  const both = [compare("a"), compare("b")];
  tabsChanged.fire({ closed: [] });
  for (const left of [1, 0]) {
    const closed = tabs.splice(left);
    tabsChanged.fire({ closed });
    await both[left];
    expect(ended).toEqual(left === 1 ? ["b"] : ["b", "a"]);
  }
});

describe("a comparison that's open", () => {
  let provider: { provideTextDocumentContent(uri: Uri): string } | undefined;
  /** Opens the comparisons of two files, and another of a tenant that's removed later. */
  async function opened() {
    const registerTextDocumentContentProvider = (_: string, given: typeof provider) => {
      provider = given;
      return never();
    };
    Object.assign(vscode.workspace, { registerTextDocumentContentProvider });
    const tabs: (Tab & { readonly resources: readonly (readonly Uri[])[] })[] = [];
    all.splice(0, 1, { tabs });
    const close = (gone: readonly Tab[]) => tabs.splice(0, 9, ...tabs.filter((tab) => !gone.includes(tab)));
    const tabGroups = { all, activeTabGroup, onDidChangeTabs: tabsChanged.event, close };
    Object.assign(vscode.window, { tabGroups });
    vi.spyOn(vscode.commands, "executeCommand").mockImplementation((...given: unknown[]) => {
      const [command, title, resources] = given as [string, string, readonly (readonly Uri[])[]];
      if (command === "vscode.changes") tabs.push({ label: title, resources });
      return Promise.resolve(undefined);
    });
    const documents = new ReviewDocuments(sessions, []);
    const other = { ...comparison("c"), origin: "https://globex.example" };
    await documents.compare([comparison("a"), comparison("b")], "Acme");
    await documents.compare([other, other], "Globex");
    const review = documents.compareUntilClosed([other, other], "Push 2 files to Globex?", undefined);
    /** Whether both sides of a file say the same, by file. */
    const same = () =>
      tabs[0]?.resources.map(([, left, right]) => {
        const [before, after] = [left, right].map((uri) => uri && provider?.provideTextDocumentContent(uri));
        return before === after;
      });
    return { documents, tabs, review, same };
  }

  it.each([
    ["applied", "a", [true, false]],
    ["done", "b", [false, true]],
    ["done", "another file", [false, false]],
    ["probablyApplied", "a", [false, false]],
    ["refused", "a", [false, false]],
  ] as const)("differs no more after a push that was %s, of %s", async (kind, file, expected) => {
    const { documents, same } = await opened();
    expect(same()).toEqual([false, false]);
    const id = file === "b" ? "b" : "a";
    const event = partOf<PushEvent>({
      kind: "ended",
      result: {
        target: { ...comparison(id), file },
        request: { inspected: { request: { name: "New", setup: { type: "BEARER", token: "secret" } } } },
        outcome: { kind, record: recordFrom({ id, name: "New" }) },
      },
    });
    await documents.onPush(event);
    expect(same()).toEqual(expected);
  });

  it("is closed with its tenant, unless a review waits for it", async () => {
    const { tabs } = await opened();
    removed.add("https://globex.example");
    tenantsChanged.fire({ kind: "tenants" });
    await expect.poll(() => tabs.map(({ label }) => label)).toEqual(["Acme", "Push 2 files to Globex?"]);
    removed.clear();
  });
});
