import { expect, it, vi } from "vitest";
import { ShownComparisons } from "../../../client/extension/push/shownComparisons.js";

const { stub, keys, show } = vi.hoisted(() => {
  const keys: Record<string, unknown> = {};
  const tabs = { changed: (): void => undefined };
  const tabGroups = {
    activeTabGroup: { activeTab: undefined as { readonly label: string } | undefined },
    onDidChangeTabs: (listener: () => void) => {
      tabs.changed = listener;
      return { dispose: () => undefined };
    },
  };
  const commands = {
    executeCommand: (_: string, key: string, value: unknown) => Promise.resolve(void (keys[key] = value)),
  };
  const show = (label?: string) => {
    tabGroups.activeTabGroup.activeTab = label === undefined ? undefined : { label };
    tabs.changed();
  };
  return { stub: { window: { tabGroups }, commands, Uri: URL }, keys, show };
});
vi.mock("vscode", () => stub);

it("offers of each comparison of many what is its own, whichever is in front", () => {
  const comparisons = new ShownComparisons();
  const [first, second] = [{ files: ["a"], goOn: () => Promise.resolve() }, { files: ["b"] }];
  comparisons.offer("Push 2 files to Acme?", first);
  comparisons.offer("Push 3 files to Globex?", second);
  const seen = ["Push 2 files to Acme? (2 files)", "Push 3 files to Globex? (3 files)", "README.md", undefined].map(
    (label) => {
      show(label);
      return [comparisons.of(undefined), keys["vaultconn.comparisonOfMany"]];
    },
  );
  expect(seen).toEqual([
    [first, "reviewed"],
    [second, "compared"],
    [undefined, undefined],
    [undefined, undefined],
  ]);
});
