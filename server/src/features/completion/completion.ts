import { type CompletionList, type CompletionParams, CompletionTriggerKind } from "vscode-languageserver";
import { setupFileOf } from "../../document/setupFile.js";
import { allowsReferences } from "../../document/fieldValues.js";
import type { Feature } from "../feature.js";
import type { NameOf } from "../insertion.js";
import { secretNames } from "../secretNames.js";
import { addCurrentName, addIds, addTenants } from "./connectionItems.js";
import { addAllowed, addDates, addProperties, addScheme, addSetups, addSkeletons, addTypes } from "./fieldItems.js";
import { type CompletionRequest, createItems, type Items, type Target, targetAt } from "./items.js";
import { cursorContext, type CursorContext } from "./outline.js";
import { addReferences, referencePlaceAt } from "./referenceItems.js";
import { fieldsNamed, type Scope, scopeOf } from "./scope.js";

/** Completes setup files. */
export const completion: Feature = {
  capabilities: () => ({ completionProvider: { triggerCharacters: ['"', ":", "$", "{"] } }),
  register(connection, { client, answerAbout, symbols }) {
    const usedPaths = async (): Promise<readonly string[]> => {
      await symbols.settle();
      return Array.from(symbols.uses("provider").keys(), (key) => key.slice("provider:".length)).sort();
    };
    connection.onCompletion(
      answerAbout("Completion", NOTHING, (document, { position, context }: CompletionParams, token) =>
        complete({ document, position, context, client, usedPaths, token }),
      ),
    );
  },
};

const NOTHING: CompletionList = { isIncomplete: false, items: [] };

/** The completions at a position, best first. Empty if nothing fits there or the file is too large. */
export async function complete(request: CompletionRequest): Promise<CompletionList> {
  const { document, position, client } = request;
  const { text, tooLargeAt } = setupFileOf(document);
  if (tooLargeAt !== undefined) return NOTHING;
  const cursor = document.offsetAt(position);
  const place = cursorContext(text, cursor);
  if (!place || !isWanted(request.context, place)) return NOTHING;
  const target = targetAt(text, cursor, place);
  const items = createItems(document, target, client.support);
  await addItems(items, place, target, request);
  return { isIncomplete: items.isIncomplete, items: items.list };
}

/** Whether to open a list. It doesn't open automatically after a closing quote or an opening brace. */
function isWanted(context: CompletionRequest["context"], { token, expects }: CursorContext): boolean {
  if (context?.triggerKind !== CompletionTriggerKind.TriggerCharacter) return true;
  const inString = token?.kind === "string";
  return inString || (context.triggerCharacter === ":" && expects === "value");
}

async function addItems(items: Items, place: CursorContext, target: Target, request: CompletionRequest): Promise<void> {
  const { frame, expects, property } = place;
  const nameOf = await secretNames(request.document, request.client, request.token);
  if (frame.kind === "text") {
    if (expects !== "value" || place.next || target.isQuoted) return;
    // Requests only the tenants, since no connection has this id. Other editors don't answer.
    const known = await request.client.connections({ id: "" }, request.token);
    addSkeletons(items, target, known?.tenants.length !== 0, nameOf);
    return;
  }
  const scope = scopeOf(place);
  if (!scope || expects === "colon" || place.hasValue) return;
  if (expects !== "value") addProperties(items, scope, target, nameOf);
  else if (property) await addValues(items, property.key.text, scope, target, request, nameOf);
}

async function addValues(
  items: Items,
  name: string,
  scope: Scope,
  target: Target,
  request: CompletionRequest,
  nameOf: NameOf,
): Promise<void> {
  const inSetup = scope.kind === "setup";
  if (name === "type" && scope.kind !== "file") addTypes(items, scope, target, nameOf);
  if (!inSetup) {
    if (name === "setup") addSetups(items, target, nameOf);
    if (name === "id") await addIds(items, scope, target, request);
    if (name === "tenant") await addTenants(items, scope, request);
    if (name === "name") await addCurrentName(items, scope, request);
  }
  const fields = fieldsNamed(name, scope);
  const [field] = fields;
  if (field?.allowed && name !== "type") addAllowed(items, field);
  if (fields.some(({ format }) => format === "https-url")) addScheme(items, target);
  if (fields.some(({ format }) => format === "full-date")) addDates(items, Date.now());
  const referencePlace = referencePlaceAt(target);
  const takes = field ? allowsReferences(field, inSetup) : inSetup;
  if (referencePlace && takes && name !== "type") await addReferences(items, referencePlace, request);
}
