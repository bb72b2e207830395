import * as l10n from "@vscode/l10n";
import type { Connection } from "vscode-languageserver";
import type { ClientSupport } from "../../client/support.js";

/** What takes less long, in milliseconds, is nothing to show. */
const SHORT = 1000;

/** Has the client show that files are being read, where that takes long and the client can. */
export async function withProgress(connection: Connection, support: ClientSupport, work: Promise<void>): Promise<void> {
  let shown: Promise<() => void> | undefined;
  const timer = setTimeout(() => {
    if (support.progress) shown = show(connection).catch(() => () => undefined);
  }, SHORT);
  try {
    await work;
  } finally {
    clearTimeout(timer);
    void shown?.then((done) => {
      done();
    });
  }
}

async function show(connection: Connection): Promise<() => void> {
  const progress = await connection.window.createWorkDoneProgress();
  progress.begin(l10n.t("Reading setup files"));
  return () => {
    progress.done();
  };
}
