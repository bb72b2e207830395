import type * as vscode from "vscode";
import type { PushHistory } from "../../core/push/state/history.js";
import type { PushJournal } from "../../core/push/state/journal.js";
import type { SidebarServices } from "../sidebar/sidebarServices.js";
import type { SAMPLE_IDS } from "../../core/sample/sampleRecords.js";

/** By what each shows. */
export type SampleFiles = Readonly<Record<keyof typeof SAMPLE_IDS, vscode.Uri>>;

export interface SampleServices extends SidebarServices {
  readonly journal: PushJournal;
  readonly history: PushHistory;
  /** Each try writes its files to a new subfolder. */
  readonly sample: { readonly folder: vscode.Uri; tries: number; files: SampleFiles | undefined };
}
