import type * as api from "vscode";
import { type Arrangement, PLAIN } from "../../../client/core/connections/arrangeConnections.js";
import { ConnectionStore } from "../../../client/core/connections/store.js";
import type { FileState } from "../../../client/extension/editor/states.js";
import { NamedFiles } from "../../../client/extension/editor/setupFileIndex.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import type { SidebarSources } from "../../../client/extension/sidebar/fileMarks.js";
import { ConnectionTree, type TreeNode } from "../../../client/extension/sidebar/tree.js";
import type { Session, SessionsChange } from "../../../client/extension/tenants/sessions.js";
import { recordFrom } from "../records.js";
import { vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

const { EventEmitter, Uri } = vscode;
const HOST = "acme.example.com";

export function record(index: number, change: object = {}): ConnectionRecord {
  const app_id = index % 3 === 0 ? "SLACK" : "HTTP";
  return recordFrom({ id: `ac_${index}`, app_id, name: `Connection ${index}`, ready: index % 5 !== 0, ...change });
}

/** A tree over one tenant, with what it is notified of, and a VS Code that draws it: it asks again for just what it is notified of. */
export async function drawn(count: number) {
  let records = Array.from({ length: count }, (_, index) => record(index));
  const page = () => Promise.resolve({ records, total: undefined, droppedCount: 0, more: false });
  const store = new ConnectionStore(page);
  const tenant = { name: "Acme", host: HOST, origin: `https://${HOST}` };
  const session = { tenant, signedIn: true, store } as Session;
  const sessionsChanged = new EventEmitter<SessionsChange>();
  store.onDidChange((change) => {
    sessionsChanged.fire({ kind: "rows", session, change });
  });
  let arrangement: Arrangement = PLAIN;
  const arranged = new EventEmitter<Partial<Arrangement>>();
  const files = new NamedFiles();
  const states = new Map<string, FileState["kind"]>();
  const statesChanged = new EventEmitter<api.Uri[]>();
  const shown = partOf<SidebarSources>({
    sessions: {
      all: [session],
      onDidChange: sessionsChanged.event,
      withHost: (host) => (host === HOST ? session : undefined),
    },
    arrangement: {
      get current() {
        return arrangement;
      },
      onDidChange: arranged.event,
    },
    reviewRequests: { all: new Map(), onDidChange: new EventEmitter<undefined>().event },
    rowLimits: { of: () => 10_000, onDidChange: new EventEmitter<string>().event },
    setupFiles: files,
    fileStates: {
      last: (file) => ({ kind: states.get(file.toString()) ?? "new", remembered: undefined }),
      onDidChange: statesChanged.event,
    },
  });
  let tree = new ConnectionTree(shown, []);

  const items = new Map<TreeNode, unknown>();
  const children = new Map<TreeNode | undefined, readonly TreeNode[]>();
  let asked = 0;
  const askFor = (node: TreeNode) => {
    asked += 1;
    items.set(node, tree.getTreeItem(node));
    if (["tenant", "group", "attention"].includes(node.kind)) askUnder(node);
  };
  const askUnder = (node?: TreeNode) => {
    children.set(node, tree.getChildren(node));
    children.get(node)?.forEach(askFor);
  };
  tree.onDidChangeTreeData((changed) => {
    if (changed) changed.forEach(askFor);
    else askUnder();
  });
  /** What is on the screen: each row with its look, from top to bottom. */
  const screen = (node?: TreeNode): unknown[] =>
    (children.get(node) ?? []).flatMap((child) => [items.get(child), ...screen(child)]);
  askUnder();
  await store.load();
  /** Looks at what there is once the changes so far are drawn. */
  const look =
    <Seen>(see: () => Seen) =>
    () => {
      tree.redraw();
      return see();
    };
  return {
    screen: look(() => screen()),
    rows: look(() => [...(children.get(children.get(undefined)?.at(-1)) ?? [])]),
    asks: look(() => asked),
    /** What VS Code would show of a tree that has just been made. */
    anew: () => {
      tree = new ConnectionTree(shown, []);
      askUnder();
      return screen();
    },
    refresh: async (change: (records: readonly ConnectionRecord[]) => ConnectionRecord[]) => {
      records = change(records);
      await store.refresh();
    },
    apply: (changed: ConnectionRecord) => {
      store.apply(changed);
    },
    arrange: (change: Partial<Arrangement>) => {
      arrangement = { ...arrangement, ...change };
      arranged.fire(change);
    },
    save: (index: number, kind: FileState["kind"], name?: string) => {
      const file = Uri.parse(`file:///${index}.vaultconn.json`);
      files.notify(files.put(file.toString(), { file, id: `ac_${index}`, tenant: undefined, name }));
      states.set(file.toString(), kind);
      statesChanged.fire([file]);
    },
    remove: (index: number) => {
      files.notify(files.put(`file:///${index}.vaultconn.json`, undefined));
    },
  };
}
