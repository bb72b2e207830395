import type { CancellationToken } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Field } from "../../../schemas/fields.js";
import { newReferenceName } from "../../../schemas/references.js";
import type { ClientQueries } from "../client/languageClient.js";
import { setupFileOf } from "../document/setupFile.js";
import { fileNameOf } from "../workspace/uris.js";
import type { NameOf } from "./insertion.js";

/**
 * Names the secrets of a file by tenant, file, and property, as in ACME_ORDERS_API_KEY. Never returns the name of a stored
 * secret, because the file would then send the credential of another connection.
 */
export async function secretNames(
  document: TextDocument,
  client: ClientQueries,
  token?: CancellationToken,
): Promise<NameOf> {
  const { uri } = document;
  const stored = (await client.names({ kind: "secret", uri }, token))?.names ?? [];
  const [tenant = ""] = /^[a-z][^.:]*/i.exec(String(setupFileOf(document).tenant?.value?.value ?? "")) ?? [];
  return (field) => newReferenceName([tenant, ...wordsFor(uri, field)], (name) => stored.includes(name));
}

/** The words for a new name, from the file and the field: "salesforce", "api_key". */
export function wordsFor(uri: string, { name }: Field): readonly string[] {
  const [file = ""] = fileNameOf(uri).split(".");
  const word = file.replaceAll(/\W+/g, "_").replace(/^[\d_]+|(?<!_)_+$/g, "");
  return word === "" ? [name] : [word, name];
}
