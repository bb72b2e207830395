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
