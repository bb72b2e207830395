import * as l10n from "@vscode/l10n";
import type { Field } from "../../../../schemas/fields.js";
import { STORE_SECRET_COMMAND, type StoreSecretParams } from "../../../protocol/messages.js";
import { rangeOf } from "../../document/range.js";
import type { FieldValue } from "../../document/values.js";
import { environmentName } from "../fieldText.js";
import type { Fix, Fixer, FixContext } from "./fix.js";
import { valueAt } from "./places.js";

/** A secret leaves the file: for VS Code's secret storage, or for an environment variable. */
export const plainTextSecret: Fixer = (finding, context) => {
  const value = valueAt(context.file, finding);
  if (value?.text === undefined) return [];
  return [...storing(value, context), environmentReference(value, context)];
};

/** An environment variable in the place of a value. */
export function environmentReference({ node, field }: FieldValue, { document }: FixContext): Fix {
  const name = environmentName(...wordsFor(document.uri, field));
  return {
    title: l10n.t("Use the environment variable {0}", name),
    edits: [{ start: node.offset, end: node.offset + node.length, text: ['"${env:', { placeholder: name }, '}"'] }],
  };
}

/** The command gets the place of the secret and never the secret itself. */
function storing({ node, field, text }: FieldValue, { document, support }: FixContext): readonly Fix[] {
  if (!support.commands.has(STORE_SECRET_COMMAND) || text?.trim() === "") return [];
  const params: StoreSecretParams = {
    name: wordsFor(document.uri, field).join("."),
    place: { uri: document.uri, range: rangeOf(document, node) },
  };
  const title = l10n.t("Move to secret storage");
  return [
    { title, edits: [], command: { title, command: STORE_SECRET_COMMAND, arguments: [params] }, preferred: true },
  ];
}

/** The file's own name and the field's: "salesforce", "api_key". */
function wordsFor(uri: string, { name }: Field): readonly string[] {
  const file = decoded(uri.slice(uri.lastIndexOf("/") + 1)).split(".")[0] ?? "";
  const word = file.replaceAll(/\W+/g, "_").replace(/^[\d_]+|(?<!_)_+$/g, "");
  return word === "" ? [name] : [word, name];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
