import * as l10n from "@vscode/l10n";
import { withoutHidden } from "../../../../schemas/hidden.js";
import {
  hasBracesBeside,
  isReference,
  newReferenceName,
  parseReferences,
  providerOf,
  referenceKinds,
  referenceText,
} from "../../../../schemas/references.js";
import { ADD_PROVIDER_COMMAND, STORE_SECRET_COMMAND, type StoreSecretParams } from "../../../protocol/messages.js";
import { nearestName } from "../../document/misspelling.js";
import { referenceAt } from "../../document/placedReferences.js";
import { rangeOf } from "../../document/jsonTree.js";
import type { FieldValue } from "../../document/fieldValues.js";
import { sanitizeText } from "../../../../schemas/sanitizeText.js";
import { unquoted } from "../insertion.js";
import { secretNames, wordsFor } from "../secretNames.js";
import { changeTo, endOf, replace } from "./edits.js";
import { type Fix, type FixContext, type Fixer, ofValue } from "./fix.js";
import type { ClientQueries } from "../../client/languageClient.js";
import { takesCommand } from "../../client/support.js";

/** A word, its separator, the rest and the closing brace. */
const PARTS = /^\$\{\s*(?!\s)([A-Za-z]*)(?![A-Za-z])(\s*(?!\s)(?:[:./=;,|]\s*(?!\s):?)?)([^}]*)(\}?)$/;
/** Where GitHub puts a secret or a variable in place. */
const EXPRESSION = /^\$\{\{\s*(secrets|vars|env)\.([A-Za-z_]\w*)\s*\}\}$/;
const MAX_LENGTH = 300;

/** Offers the probable reference, or to escape the text as literal if the value has no format. */
export const malformedReference: Fixer = ({ problem: { start, end } }, { file: { text, values } }) => {
  const written = text.slice(start, end);
  const value = values.find(({ node }) => node.offset <= start && end <= endOf(node));
  const [, context, name = ""] = EXPRESSION.exec(String(value?.node.value)) ?? [];
  if (value && context) {
    const kind = context === "secrets" ? "secret" : "env";
    return [{ ...changeTo(value.node, referenceText({ kind, name })), preferred: true }];
  }
  const fixes = guessReferences(written).map((reference, index): Fix => ({
    title: l10n.t("Change to {0}", sanitizeText(reference)),
    edits: [replace(start, end, unquoted(reference))],
    preferred: index === 0,
  }));
  return value?.field.format || hasBracesBeside(parseReferences(written))
    ? fixes
    : [...fixes, { title: l10n.t("Escape as $${"), edits: [replace(start, start, "$")] }];
};

/** Guesses none for a kind without a name, such as `${env}`. */
function guessReferences(shown: string): readonly string[] {
  const written = withoutHidden(shown);
  const { references } = parseReferences(written);
  if (references.length > 0) return references.map(referenceText);
  const parts = written.length > MAX_LENGTH || written.includes("\\") ? null : PARTS.exec(written);
  if (!parts) return [];
  const [, word = "", separator = "", after = ""] = parts;
  const rest = after.trim();
  if (rest === "" && /^:?$/.test(separator) && referenceKinds.some((each) => each === word)) return [];
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
  // A name like those in templates is new, and nearly that of another connection's secret.
  const isNew = kind === "secret" && newReferenceName([reference.name]) === reference.name;
  const fixes: Fix[] = misspelt
    ? [
        {
          title: l10n.t("Change to {0}", sanitizeText(better)),
          edits: [replace(problem.start, problem.end, unquoted(better))],
          preferred: !isNew,
        },
      ]
    : [];
  if (kind === "provider") {
    const title = l10n.t("Add the secret provider {0}…", sanitizeText(provider));
    fixes.push(...commandFix(client, title, ADD_PROVIDER_COMMAND, { name: provider }, !misspelt));
  }
  if (kind === "secret") {
    const params = { name: reference.name };
    const store = commandFix(client, storeTitle(reference.name), STORE_SECRET_COMMAND, params, isNew || !misspelt);
    return isNew ? [...store, ...fixes] : [...fixes, ...store];
  }
  return fixes;
};

/** Runs a command of the client, if it has that command. */
function commandFix(
  { support }: ClientQueries,
  title: string,
  command: string,
  params: StoreSecretParams,
  preferred: boolean,
): readonly Fix[] {
  const fix = { title, edits: [], command: { title, command, arguments: [params] }, preferred };
  return takesCommand(support, command) ? [fix] : [];
}

/** Moves a secret to VS Code's secret storage or a secret provider, or replaces it with an environment variable. */
export const plainTextSecret = ofValue(async (value, context) => {
  const { document, client } = context;
  const providers = (await client.names({ kind: "provider", uri: document.uri }))?.names ?? [];
  const name = (await secretNames(document, client))(value.field);
  const move = (title: string, toProvider: boolean) => storing(value, context, { title, name, toProvider });
  return [
    ...move(l10n.t("Move to secret storage"), false),
    ...(providers.length > 0 ? move(l10n.t("Move to a secret provider…"), true) : []),
    environmentReference(value, context),
  ];
});

/** Stores a value for a field that has none yet, and refers to it. Clients that can't store it get the reference. */
export async function storingNewValue(value: FieldValue, context: FixContext): Promise<readonly Fix[]> {
  const name = (await secretNames(context.document, context.client))(value.field);
  const stored = storing(value, context, { title: storeTitle(name), name, toProvider: false });
  const reference = changeTo(value.node, referenceText({ kind: "secret", name }));
  return stored.length > 0 ? stored : [{ ...reference, preferred: true }];
}

function storeTitle(name: string): string {
  return l10n.t("Store a value for {0}", sanitizeText(referenceText({ kind: "secret", name })));
}

export function environmentReference({ node, field }: FieldValue, { document }: FixContext): Fix {
  const name = newReferenceName(wordsFor(document.uri, field));
  return {
    title: l10n.t("Use the environment variable {0}", name),
    edits: [{ start: node.offset, end: node.offset + node.length, text: ['"${env:', { placeholder: name }, '}"'] }],
    isValueFree: true,
  };
}

/** Passes the value's location to the command, but never the value itself. */
function storing(
  { node }: FieldValue,
  { document, client }: FixContext,
  { title, name, toProvider }: { readonly title: string; readonly name: string; readonly toProvider: boolean },
): readonly Fix[] {
  const place = { uri: document.uri, range: rangeOf(document, node) };
  const params: StoreSecretParams = { name, place, ...(toProvider && { toProvider }) };
  return commandFix(client, title, STORE_SECRET_COMMAND, params, !toProvider);
}
