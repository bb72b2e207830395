import type { Uri } from "vscode";
import { expect, it, vi } from "vitest";
import { type Comparison, ReviewDocuments } from "../../../client/extension/push/reviewDocuments.js";

const { stub, keys, show, close } = vi.hoisted(() => {
  const keys: Record<string, unknown> = {};
  interface Tab {
    readonly label: string;
  }
  const listeners = new Set<(change: { readonly closed: readonly Tab[] }) => void>();
  const never = () => ({ dispose: () => undefined });
  const tabGroups = {
    all: [],
    activeTabGroup: { activeTab: undefined as Tab | undefined },
    onDidChangeTabs: (listener: (change: { readonly closed: readonly Tab[] }) => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  const executeCommand = (_: string, key: string, value: unknown) => Promise.resolve(void (keys[key] = value));
  const change = (closed: readonly Tab[]) => {
    for (const listener of listeners) listener({ closed });
  };
  const show = (label?: string) => {
    tabGroups.activeTabGroup.activeTab = label === undefined ? undefined : { label };
    change([]);
  };
  const close = (label: string) => {
    change([{ label }]);
  };
  class EventEmitter {
    readonly event = never;
    readonly fire = () => undefined;
  }
  const Uri = {
    from: ({ path }: { readonly path: string }) => new URL(`review:${path}`),
    parse: (text: string) => text,
  };
  const workspace = { registerTextDocumentContentProvider: never, onDidCloseTextDocument: never };
  const Disposable = { from: never };
  return {
    stub: { window: { tabGroups }, commands: { executeCommand }, workspace, Disposable, EventEmitter, Uri },
    keys,
    show,
    close,
  };
});
vi.mock("vscode", () => stub);

const comparison = (file: string): Comparison => ({
  views: { before: "", after: "" },
  of: { origin: "https://acme.example", id: file },
  name: file,
  file,
});

/** As VS Code makes one up for an editor of several comparisons. */
const OF_SEVERAL = { scheme: "multi-diff-editor" } as Uri;

it("offers of each comparison of several what is its own, whichever is in front", async () => {
  const documents = new ReviewDocuments([]);
  const [first, second] = ["Push 2 files to Acme?", "Push 3 files to Globex?"];
  const summary = "All that is sent.";
  const closed = documents.compareUntilClosed([comparison("a")], { title: first, summary }, undefined);
  await documents.compare([comparison("b")], { title: second, summary });
  const seen = [`${first} (2 files)`, `${second} (3 files)`, "README.md", undefined].map((label) => {
    show(label);
    const { files, goOn } = documents.offered(OF_SEVERAL) ?? {};
    return [files, goOn !== undefined, keys["vaultconn.comparisonOfMany"]];
  });
  expect(seen).toEqual([
    [["a"], true, "reviewed"],
    [["b"], false, "compared"],
    [undefined, false, undefined],
    [undefined, false, undefined],
  ]);
  close(first);
  await closed;
  show(first);
  expect(documents.offered(OF_SEVERAL)).toEqual({ files: ["a"] });
});
