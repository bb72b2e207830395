import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { EditorServices } from "../editor/editorServices.js";
import type { ArrangementMemory, RowLimits } from "./arrangement.js";
import type { FileFilter } from "../../core/connections/arrangeConnections.js";
import { formatNumber } from "../../core/text/locale.js";
import type { Session } from "../tenants/sessions.js";
import type { TenantNode } from "../tenants/nodes.js";
import { ruleFor } from "../editor/states.js";
import { memoize } from "../../core/text/memoize.js";
import { needsAttention } from "./attention.js";

export type FileSources = Pick<EditorServices, "setupFiles" | "fileStates">;

export interface SidebarSources extends FileSources, Pick<EditorServices, "sessions" | "reviewRequests"> {
  readonly arrangement: ArrangementMemory;
  readonly rowLimits: RowLimits;
}

/**
 * Which of a tenant's connections have setup files, and whether those need attention, as far as their states are known.
 */
export function fileMarks({ setupFiles, fileStates }: FileSources, session: Session): FileFilter {
  const filesFor = (id: string) => setupFiles.filesFor(id, session.tenant.host);
  return {
    origin: session.tenant.origin,
    stateOf: ({ id }) => {
      const [file] = filesFor(id);
      const state = file && fileStates.last(file);
      return state ? ruleFor(state.kind).group(state) : file && "open";
    },
    isEnding: ({ id }) => filesFor(id).some((file) => fileStates.last(file)?.endsIn !== undefined),
    hasFile: ({ id }) => filesFor(id).length > 0,
    needsAttention: (connection) =>
      filesFor(connection.id).some((file) => needsAttention(fileStates.last(file), connection)),
  };
}

function fileCount({ tenant, store }: Session, { all }: Pick<SidebarSources["setupFiles"], "all">): number {
  const named = all.filter(({ tenant: host = tenant.host }) => host === tenant.host);
  const ids = new Set(named.map(({ id }) => id));
  return [...ids].filter((id) => store.find(id)).length;
}

function fileCountInWords(count: number): string {
  return l10n.t("{0} with a setup file", formatNumber(count));
}

/**
 * Adds the count for screen readers, which ignore decorations. It isn't compared with the last item, so that a new
 * count doesn't redraw the row.
 */
export function withFileCount(
  item: vscode.TreeItem,
  node: TenantNode,
  { setupFiles }: SidebarSources,
): vscode.TreeItem {
  const count = fileCount(node.session, setupFiles);
  const spoken = item.accessibilityInformation;
  if (count === 0 || !spoken) return item;
  return Object.assign(new vscode.TreeItem(""), item, {
    accessibilityInformation: { ...spoken, label: [spoken.label, fileCountInWords(count)].join(", ") },
  });
}

const SCHEME = "vaultconn-tenant";

/** A decoration has room for two characters. */
const MAX_SHOWN_COUNT = 99;

/**
 * Returns the same object each time: VS Code adds to a URI that it reads, so a new one would make the row look changed.
 */
export const tenantUri = memoize((origin: string) => vscode.Uri.from({ scheme: SCHEME, path: origin, query: "" }));

/**
 * Counts the setup files of a tenant's loaded connections in a decoration, which VS Code draws without redrawing the
 * row. Redrawing would lose clicks on the rows below it.
 */
export function decorateTenants({ sessions, setupFiles }: SidebarSources): vscode.Disposable {
  const counts = new Map<string, number>();
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  const update = () => {
    const different: vscode.Uri[] = [];
    for (const session of sessions.all) {
      const uri = tenantUri(session.tenant.origin);
      const count = fileCount(session, setupFiles);
      if (count !== (counts.get(uri.toString()) ?? 0)) different.push(uri);
      counts.set(uri.toString(), count);
    }
    if (different.length > 0) changed.fire(different);
  };
  return vscode.Disposable.from(
    changed,
    sessions.onDidChange(update),
    setupFiles.onDidChange(update),
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration: (uri) => {
        const count = counts.get(uri.toString()) ?? 0;
        if (count === 0) return undefined;
        const badge = count > MAX_SHOWN_COUNT ? "9+" : String(count);
        return new vscode.FileDecoration(badge, fileCountInWords(count));
      },
    }),
  );
}
