import * as vscode from "vscode";
import Mocha from "mocha";
import type { Node } from "../../../client/extension/tenants/nodes.js";
import { testFiles } from "test-files";

/** What VS Code has asked the view's tree for. */
interface AskedRows {
  /** The rows whose look was asked for since this was emptied, in that order. */
  readonly looks: Node[];
  /** What was last given below each row; below undefined the topmost rows. */
  readonly below: Map<Node | undefined, readonly Node[]>;
}

/** Notes what VS Code asks the tree for. Has to be called before the extension makes its view. */
function noteAskedRows(): AskedRows {
  const asked: AskedRows = { looks: [], below: new Map() };
  const { createTreeView } = vscode.window;
  vscode.window.createTreeView = ((id: string, options: vscode.TreeViewOptions<Node>) => {
    const { treeDataProvider: tree } = options;
    const getTreeItem = tree.getTreeItem.bind(tree);
    tree.getTreeItem = (row) => {
      asked.looks.push(row);
      return getTreeItem(row);
    };
    const getChildren = tree.getChildren.bind(tree);
    tree.getChildren = (row) => {
      const rows = getChildren(row) as readonly Node[];
      asked.below.set(row, rows);
      return [...rows];
    };
    return createTreeView(id, options);
  }) as typeof createTreeView;
  return asked;
}

/** A test waits for several things, each for up to 100 seconds. */
const TEST_TIMEOUT_MS = 600_000;

/** What VS Code asks the view for, noted from before the extension wakes up. */
export const askedRows = noteAskedRows();

/**
 * Runs all test files. VS Code calls this inside the extension host, on the desktop and in the browser alike.
 *
 * @throws {Error} when a test failed or there was none
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const reporterOptions = { output: process.env["VAULTCONN_TEST_REPORT"] };
  const mocha = new Mocha({ ui: "bdd", timeout: TEST_TIMEOUT_MS, reporter: "json", reporterOptions });
  mocha.suite.emit("pre-require", globalThis, null, mocha);
  for (const load of testFiles) await load();
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
