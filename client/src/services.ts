import type * as vscode from "vscode";
import type { LanguageServer } from "./language/languageFeatures.js";
import type { Credentials } from "./tenants/credentials.js";
import type { NamedSecrets } from "./secrets/namedSecrets.js";
import type { Sessions } from "./tenants/sessions.js";
import type { FileMemory } from "./files/fileMemory.js";
import type { ArrangementMemory } from "./sidebar/arrangementMemory.js";
import type { PushesUnderWay } from "./push/underWay.js";

/** What commands work with. Made once, in `extension.ts`. */
export interface Services {
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly secrets: NamedSecrets;
  readonly languageServer: LanguageServer;
  readonly arrangement: ArrangementMemory;
  readonly memory: FileMemory;
  readonly pushes: PushesUnderWay;
  readonly log: vscode.LogOutputChannel;
}
