import type * as vscode from "vscode";
import type { FileMemory } from "./editor/fileMemory.js";
import type { SampleFiles } from "./sample/sample.js";
import type { FileStates } from "./editor/fileStates.js";
import type { LockFiles } from "./editor/lockFiles.js";
import type { SetupFileIndex } from "./editor/setupFileIndex.js";
import type { LanguageServer } from "./editor/inspection.js";
import type { OverviewPanel } from "./overview/overviewPanel.js";
import type { PushContext } from "../core/push/context.js";
import { type PushHistory } from "../core/push/state/history.js";
import { type PushJournal } from "../core/push/state/journal.js";
import { type Rotations } from "../core/push/state/rotations.js";
import type { Refusals } from "./push/refusals.js";
import type { ReviewDocuments } from "./push/reviewDocuments.js";
import type { Digests } from "../core/secrets/digest.js";
import type { NamedSecrets } from "../core/secrets/namedSecrets.js";
import type { ArrangementMemory, RowLimits } from "./sidebar/arrangement.js";
import type { PushList } from "./push/pushList.js";
import type { RecordDocuments } from "./sidebar/recordDocuments.js";
import type { Sidebar } from "./sidebar/sidebar.js";
import type { Walkthrough } from "./sidebar/walkthrough.js";
import type { Credentials } from "./tenants/credentials.js";
import type { Sessions } from "./tenants/sessions.js";

/** The services that features share. Created once, in `createServices.ts`. */
export interface Services {
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly secrets: NamedSecrets;
  readonly digests: Digests;
  readonly languageServer: LanguageServer;
  readonly arrangement: ArrangementMemory;
  readonly rowLimits: RowLimits;
  readonly records: RecordDocuments;
  readonly sidebar: Sidebar;
  readonly pushList: PushList;
  readonly overview: OverviewPanel;
  readonly walkthrough: Walkthrough;
  readonly memory: FileMemory;
  readonly setupFiles: SetupFileIndex;
  readonly fileStates: FileStates;
  readonly locks: LockFiles;
  readonly reviews: ReviewDocuments;
  readonly refusals: Refusals;
  readonly rotations: Rotations;
  /** Each try writes its files to a new subfolder. */
  readonly sample: { readonly folder: vscode.Uri; tries: number; files: SampleFiles | undefined };
  readonly pushes: PushContext;
  readonly journal: PushJournal;
  readonly history: PushHistory;
  readonly log: vscode.LogOutputChannel;
}
