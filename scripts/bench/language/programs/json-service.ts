/** The library behind VS Code's JSON server, used the way the server uses it. */
import { getLanguageService, TextDocument, type DocumentLanguageSettings } from "vscode-json-languageservice";

import type { Check, Schema } from "../contestant.js";

/** Comments and trailing commas are allowed in setup files. */
const SETTINGS: DocumentLanguageSettings = { comments: "ignore", trailingCommas: "ignore", schemaValidation: "error" };

/** Configured once, as by a user's settings: a schema given with each call would be resolved again each time. */
export function createCheck(schema: Schema): Check {
  const service = getLanguageService({});
  service.configure({
    validate: true,
    allowComments: true,
    // The service resolves references in place.
    schemas: [{ uri: "vaultconn.schema.json", fileMatch: ["*.vaultconn.json"], schema: structuredClone(schema) }],
  });
  return (text) => {
    const document = TextDocument.create("file:///a.vaultconn.json", "jsonc", 1, text);
    return service.doValidation(document, service.parseJSONDocument(document), SETTINGS) as Promise<never[]>;
  };
}
