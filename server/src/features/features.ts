import { codeActions } from "./codeActions/codeActions.js";
import { completion } from "./completion/completion.js";
import { diagnosing } from "./diagnostics.js";
import { documentLinks } from "./documentLinks.js";
import { documentSymbols } from "./documentSymbols.js";
import type { Feature } from "./feature.js";
import { foldingRanges } from "./foldingRanges.js";
import { formatting } from "./formatting.js";
import { hover } from "./hover.js";
import { inlayHints } from "./inlayHints.js";
import { selectionRanges } from "./selectionRanges.js";
import { semanticTokens } from "./semanticTokens.js";
import { definition } from "./symbols/definition.js";
import { documentHighlights } from "./symbols/documentHighlights.js";
import { envFileDocuments } from "./symbols/envFileDocuments.js";
import { findReferences } from "./symbols/findReferences.js";
import { rename } from "./symbols/rename.js";
import { willRenameFiles } from "./symbols/willRenameFiles.js";
import { workspaceSymbols } from "./symbols/workspaceSymbols.js";
import { validate } from "./validate.js";

/** All features of the server. Add new ones here. */
export const features: readonly Feature[] = [
  diagnosing,
  validate,
  completion,
  hover,
  codeActions,
  documentSymbols,
  foldingRanges,
  selectionRanges,
  formatting,
  documentLinks,
  inlayHints,
  semanticTokens,
  envFileDocuments,
  definition,
  findReferences,
  documentHighlights,
  rename,
  willRenameFiles,
  workspaceSymbols,
];
