import type { Digests } from "../../core/secrets/valueDigests.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { TenantServices } from "../tenants/tenantServices.js";
import type { FileMemory } from "./fileMemory.js";
import type { FileStates } from "./fileStates.js";
import type { LanguageServer } from "./languageServer.js";
import type { LockFiles } from "./lockFiles.js";
import type { ReviewRequests } from "./reviewRequests.js";
import type { SetupFileIndex } from "./setupFileIndex.js";

export interface EditorServices extends TenantServices {
  readonly secrets: NamedSecrets;
  readonly digests: Digests;
  readonly languageServer: LanguageServer;
  readonly memory: FileMemory;
  readonly setupFiles: SetupFileIndex;
  readonly fileStates: FileStates;
  readonly locks: LockFiles;
  readonly reviewRequests: ReviewRequests;
}
