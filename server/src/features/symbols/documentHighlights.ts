import { DocumentHighlightKind } from "vscode-languageserver";
import { setupFileOf } from "../../document/setupFile.js";
import { symbolsIn, variablePlaces } from "../../symbols/fileSymbols.js";
import type { Feature } from "../feature.js";
import { locationsOf } from "./places.js";

/** Highlights the other uses of a name in its document. */
export const documentHighlights: Feature = {
  capabilities: () => ({ documentHighlightProvider: true }),
  register(connection, { answerAboutName, envFiles }) {
    connection.onDocumentHighlight(
      answerAboutName("Highlights", [], ({ key }, document) => {
        const isEnvFile = envFiles.isOne(document);
        const all = isEnvFile ? variablePlaces(document) : symbolsIn(document, setupFileOf(document)).places;
        const kind = isEnvFile ? DocumentHighlightKind.Write : DocumentHighlightKind.Read;
        const places = all.filter((place) => place.key === key);
        return locationsOf({ document, places }).map(({ range }) => ({ range, kind }));
      }),
    );
  },
};
