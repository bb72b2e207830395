import * as l10n from "@vscode/l10n";
import type { InlayHint, InlayHintParams, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { variantsOfType } from "../../../schemas/variants.js";
import { setupFileOf } from "../document/setupFile.js";
import type { Feature } from "./feature.js";

/** Names the variant after a type that has several. */
export const inlayHints: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register(connection, { answerAbout }) {
    connection.languages.inlayHint.on(
      answerAbout("Inlay hints", [], (document, { range }: InlayHintParams) => hintsIn(document, range)),
    );
  },
};

export function hintsIn(document: TextDocument, range: Range): InlayHint[] {
  const { setup } = setupFileOf(document);
  const value = setup?.type?.value;
  if (!value || setup.choice.kind !== "chosen" || variantsOfType(setup.choice.variant.type).length < 2) return [];
  const end = value.offset + value.length;
  if (end < document.offsetAt(range.start) || end > document.offsetAt(range.end)) return [];
  const { title, description } = setup.choice.variant;
  return [
    { position: document.positionAt(end), label: l10n.t(title), tooltip: l10n.t(description), paddingLeft: true },
  ];
}
