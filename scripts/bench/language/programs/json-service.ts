/** The library behind VS Code's JSON server, used the way the server uses it. */
import { getLanguageService, TextDocument, type DocumentLanguageSettings } from "vscode-json-languageservice";
import type { Contestant, Schema } from "../contestant.js";

/** Comments and trailing commas are allowed in setup files. */
const SETTINGS: DocumentLanguageSettings = { comments: "ignore", trailingCommas: "ignore", schemaValidation: "error" };

/** @param schema copied, since the service resolves references in place; configured once, as by a user's settings: given with each call it would be resolved anew each time. */
export function createContestant(name: string, schema: Schema): Contestant {
  const service = getLanguageService({});
  service.configure({
    validate: true,
    allowComments: true,
    schemas: [{ uri: "vaultconn.schema.json", fileMatch: ["*.vaultconn.json"], schema: structuredClone(schema) }],
  });
  return {
    name,
    check(text) {
      const document = TextDocument.create("file:///a.vaultconn.json", "jsonc", 1, text);
      return service.doValidation(document, service.parseJSONDocument(document), SETTINGS) as Promise<never[]>;
    },
  };
}
