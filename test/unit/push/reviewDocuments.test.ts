import type { Uri } from "vscode";
import { expect, it, vi } from "vitest";
import { type Comparison, ReviewDocuments } from "../../../client/extension/push/reviewDocuments.js";
import { editor, vscode } from "../vscode.js";

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

const comparison = (file: string): Comparison => ({
  views: { before: "", after: "" },
  origin: "https://acme.example",
  id: file,
  tenantName: "Acme",
  connection: file,
  file,
});

/** As VS Code makes one up for an editor of several comparisons. */
const OF_SEVERAL = { scheme: "multi-diff-editor" } as Uri;

it("offers each comparison's own actions, whichever is active", async () => {
  const documents = new ReviewDocuments([]);
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
  expect(documents.offered(OF_SEVERAL)).toEqual({ files: [vscode.Uri.parse("a"), vscode.Uri.parse("a")] });
});

it("ends once the comparison is gone, even if VS Code never reports that", async () => {
  vi.spyOn(vscode.commands, "executeCommand").mockReturnValue(new Promise(() => undefined));
  const closed = new ReviewDocuments([]).compareUntilClosed([comparison("a"), comparison("b")], "Push 2?", undefined);
  for (const tabs of [[{ label: "Push 2? (2 files)" }], []]) {
    all.splice(0, 1, { tabs });
    tabsChanged.fire({ closed: [] });
  }
  await expect(closed).resolves.toBeUndefined();
});

it("tells comparisons with the same title apart, until one is closed", async () => {
  const documents = new ReviewDocuments([]);
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
  const documents = new ReviewDocuments([]);
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
