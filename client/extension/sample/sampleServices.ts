import type * as vscode from "vscode";
import type { PushHistory } from "../../core/push/state/history.js";
import type { PushJournal } from "../../core/push/state/journal.js";
import type { SidebarServices } from "../sidebar/sidebarServices.js";
import type { SampleFiles } from "./sampleFiles.js";

export interface SampleServices extends SidebarServices {
  readonly journal: PushJournal;
  readonly history: PushHistory;
  /** Each try writes its files to a new subfolder. */
  readonly sample: { readonly folder: vscode.Uri; tries: number; files: SampleFiles | undefined };
}
