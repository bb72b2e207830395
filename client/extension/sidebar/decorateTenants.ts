import * as vscode from "vscode";
import type { Tenant } from "../../core/tenants/tenant.js";
import { fileCount, fileCountInWords } from "./fileCount.js";
import type { Shown } from "./shown.js";

const SCHEME = "vaultconn-tenant";

/** VS Code has room for two characters. */
const MOST_SHOWN = 99;

const uris = new WeakMap<Tenant, vscode.Uri>();

/**
 * What a tenant's row is decorated by: the same object each time, since an address that VS Code has read has more in it
 * than one that it has not, and the row would look different.
 */
export function tenantUri(tenant: Tenant): vscode.Uri {
  const known = uris.get(tenant) ?? vscode.Uri.from({ scheme: SCHEME, path: tenant.origin, query: "" });
  uris.set(tenant, known);
  return known;
}

/**
 * Counts at each tenant's row how many of its loaded connections have a setup file. It is a decoration, which VS Code
 * draws without the row: a row that is drawn anew loses clicks on those below it.
 */
export function decorateTenants({ sessions, setupFiles }: Pick<Shown, "sessions" | "setupFiles">): vscode.Disposable {
  const counts = new Map<string, number>();
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  const update = () => {
    const different: vscode.Uri[] = [];
    for (const session of sessions.all) {
      const uri = tenantUri(session.tenant);
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
        const badge = count > MOST_SHOWN ? "9+" : String(count);
        return new vscode.FileDecoration(badge, fileCountInWords(count));
      },
    }),
  );
}
