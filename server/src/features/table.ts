import { annotations } from "./annotations.js";
import { codeActions } from "./codeActions/codeActions.js";
import { completion } from "./completion/completion.js";
import { diagnosing } from "./diagnostics.js";
import type { Feature } from "./feature.js";
import { hover } from "./hover.js";
import { envFileDocuments } from "./symbols/envFileDocuments.js";
import { moves } from "./symbols/moves.js";
import { navigation } from "./symbols/navigation.js";
import { rename } from "./symbols/rename.js";
import { workspaceSymbols } from "./symbols/workspaceSymbols.js";
import { structure } from "./structure.js";
import { validate } from "./validate.js";

/** All features of the server. Add new ones here. */
export const features: readonly Feature[] = [
  diagnosing,
  validate,
  completion,
  hover,
  codeActions,
  structure,
  annotations,
  envFileDocuments,
  navigation,
  rename,
  moves,
  workspaceSymbols,
];
