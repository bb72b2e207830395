import type { FileStates } from "../editor/fileStates.js";
import type { SetupFileIndex } from "../editor/setupFileIndex.js";
import type { Sessions } from "../tenants/sessions.js";
import type { ArrangementMemory } from "./arrangementMemory.js";
import type { RowLimits } from "./rowLimits.js";

/** Where the rows of the sidebar come from. */
export interface Shown {
  readonly sessions: Sessions;
  readonly arrangement: ArrangementMemory;
  readonly rowLimits: RowLimits;
  readonly setupFiles: SetupFileIndex;
  readonly fileStates: FileStates;
}
