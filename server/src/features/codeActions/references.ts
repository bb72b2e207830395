import * as l10n from "@vscode/l10n";
import type { Field } from "../../../../schemas/fields.js";
import { isReference, providerOf, referenceKinds, referenceText } from "../../../../schemas/references.js";
import {
  ADD_PROVIDER_COMMAND,
  type AddProviderParams,
  STORE_SECRET_COMMAND,
  type StoreSecretParams,
} from "../../../protocol/messages.js";
import { nearestName } from "../../document/misspelling.js";
import { referenceAt } from "../../document/references.js";
import { rangeOf } from "../../document/tree.js";
import type { FieldValue } from "../../document/values.js";
import { fileNameOf } from "../../workspace/uris.js";
import { escapeMarkdown } from "../describe.js";
import { environmentName, unquoted } from "../insertion.js";
import { endOf, replace } from "./edits.js";
import { type Fix, type FixContext, type Fixer, ofValue } from "./fix.js";
import { type ClientQueries, takesCommand } from "../../client/client.js";

/** A word, its separator, the rest and the closing brace. */
const PARTS = /^\$\{\s*([A-Za-z]*)(\s*[:./=;,|]\s*:?|\s*)\s*([^}]*?)\s*(\}?)$/;
const MAX_LENGTH = 300;

/** Offers the probable reference, or to escape the text as literal if the value has no format. */
export const malformedReference: Fixer = ({ problem: { start, end } }, { file: { text, values } }) => {
  const written = text.slice(start, end);
  const fixes = isKindAlone(written)
    ? []
    : guessReferences(written).map((reference, index): Fix => ({
        title: l10n.t("Change to {0}", escapeMarkdown(reference)),
        edits: [replace(start, end, unquoted(reference))],
        preferred: index === 0,
      }));
  const field = values.find(({ node }) => node.offset <= start && end <= endOf(node))?.field;
  return field?.format ? fixes : [...fixes, { title: l10n.t("Escape as $${"), edits: [replace(start, start, "$")] }];
};

/** Whether a reference has only a kind and no name, such as `${env}`. */
function isKindAlone(written: string): boolean {
  const [, word = "", separator = "", rest = ""] = PARTS.exec(written.slice(0, MAX_LENGTH)) ?? [];
  return rest === "" && (separator === ":" || separator === "") && referenceKinds.some((kind) => kind === word);
}

function guessReferences(written: string): readonly string[] {
  const parts = written.length > MAX_LENGTH || written.includes("\\") ? null : PARTS.exec(written);
  if (!parts) return [];
  const [, word = "", separator = "", rest = ""] = parts;
  const kind = nearestName(word.toLowerCase(), referenceKinds);
  const name = separator.trim() === "" ? `${word}${rest}` : rest;
  const candidates =
    kind !== undefined && separator !== ""
      ? [`\${${kind}:${rest}}`, `\${${kind}:${rest.replaceAll(/\W+/g, "_")}}`]
      : [`\${env:${name}}`, `\${secret:${name}}`];
  return [...new Set(candidates)].filter(isReference);
}

/** Offers the nearest existing name. A secret can also be stored under the missing name. */
export const unresolvedReference: Fixer = async ({ problem }, { document, file, client }) => {
  const reference = referenceAt(file, problem.start)?.reference;
  if (!reference) return [];
  const { kind } = reference;
  const known = await client.names({ kind, uri: document.uri });
  const { provider, path } = providerOf(reference.name);
  const name = nearestName(kind === "provider" ? provider : reference.name, known?.names ?? []);
  const better = referenceText({ kind, name: kind === "provider" ? `${name ?? ""}:${path}` : (name ?? "") });
  const misspelt = name !== undefined && isReference(better);
  const fixes: Fix[] = misspelt
    ? [
        {
          title: l10n.t("Change to {0}", escapeMarkdown(better)),
          edits: [replace(problem.start, problem.end, unquoted(better))],
          preferred: true,
        },
      ]
    : [];
  if (kind === "provider") {
    const title = l10n.t("Add the secret provider {0}…", escapeMarkdown(provider));
    const params: AddProviderParams = { name: provider };
    fixes.push(...commandFix(client, title, ADD_PROVIDER_COMMAND, params, !misspelt));
  }
  if (kind === "secret") {
    const title = l10n.t("Store a value for {0}", escapeMarkdown(`\${secret:${reference.name}}`));
    const params: StoreSecretParams = { name: reference.name };
    fixes.push(...commandFix(client, title, STORE_SECRET_COMMAND, params, !misspelt));
  }
  return fixes;
};

/** Runs a command of the client, if it has that command. */
function commandFix(
  { support }: ClientQueries,
  title: string,
  command: string,
  params: StoreSecretParams | AddProviderParams,
  preferred: boolean,
): readonly Fix[] {
  const fix = { title, edits: [], command: { title, command, arguments: [params] }, preferred };
  return takesCommand(support, command) ? [fix] : [];
}

/** Moves a secret to VS Code's secret storage or a secret provider, or replaces it with an environment variable. */
export const plainTextSecret = ofValue(async (value, context) => {
  const providers = (await context.client.names({ kind: "provider", uri: context.document.uri }))?.names ?? [];
  const moving = movingToStorage(value, context, false);
  const toProvider = providers.length > 0 ? movingToStorage(value, context, true) : [];
  return [...moving, ...toProvider, environmentReference(value, context)];
});

export function environmentReference({ node, field }: FieldValue, { document }: FixContext): Fix {
  const name = environmentName(...wordsFor(document.uri, field));
  return {
    title: l10n.t("Use the environment variable {0}", name),
    edits: [{ start: node.offset, end: node.offset + node.length, text: ['"${env:', { placeholder: name }, '}"'] }],
  };
}

/** Passes the secret's location to the command, but never the secret itself. */
function movingToStorage(
  { node, field }: FieldValue,
  { document, client }: FixContext,
  toProvider: boolean,
): readonly Fix[] {
  const params: StoreSecretParams = {
    name: wordsFor(document.uri, field).join("."),
    place: { uri: document.uri, range: rangeOf(document, node) },
    ...(toProvider && { toProvider }),
  };
  const title = toProvider ? l10n.t("Move to a secret provider…") : l10n.t("Move to secret storage");
  return commandFix(client, title, STORE_SECRET_COMMAND, params, !toProvider);
}

/** The words for a new name, from the file and the field: "salesforce", "api_key". */
function wordsFor(uri: string, { name }: Field): readonly string[] {
  const [file = ""] = fileNameOf(uri).split(".");
  const word = file.replaceAll(/\W+/g, "_").replace(/^[\d_]+|(?<!_)_+$/g, "");
  return word === "" ? [name] : [word, name];
}
