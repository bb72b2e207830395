import * as l10n from "@vscode/l10n";
import { parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { LOCK_FILE, readLockKey } from "../../core/lock/lockFile.js";
import type { SetupFileIndex } from "./setupFileIndex.js";

/** Offers *Open Setup File* above the lines of lock files whose connection has one in the workspace. */
export function showLockLenses(setupFiles: Pick<SetupFileIndex, "filesFor" | "onDidChange">): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    setupFiles.onDidChange(() => {
      changed.fire();
    }),
    vscode.languages.registerCodeLensProvider(
      { pattern: `**/${LOCK_FILE}` },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: (document) =>
          document
            .getText()
            .split("\n")
            .flatMap((line, at) => lensFor(line, at, setupFiles)),
      },
    ),
  );
}

function lensFor(line: string, at: number, setupFiles: Pick<SetupFileIndex, "filesFor">): vscode.CodeLens[] {
  const key: unknown = parseTree(`{${line}}`)?.children?.[0]?.children?.[0]?.value;
  if (typeof key !== "string") return [];
  const { id, tenant } = readLockKey(key);
  const [file] = setupFiles.filesFor(id, tenant);
  if (!file) return [];
  const range = new vscode.Range(at, 0, at, line.length);
  return [new vscode.CodeLens(range, { title: l10n.t("Open Setup File"), command: "vscode.open", arguments: [file] })];
}
