import type { SecretServices } from "../secrets/secretServices.js";
import type { ArrangementMemory, RowLimits } from "./arrangement.js";
import type { RecordDocuments } from "./recordDocuments.js";
import type { Sidebar } from "./sidebar.js";

export interface SidebarServices extends SecretServices {
  readonly arrangement: ArrangementMemory;
  readonly rowLimits: RowLimits;
  readonly records: RecordDocuments;
  readonly sidebar: Sidebar;
}
