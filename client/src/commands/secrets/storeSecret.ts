import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { parseReferences, referenceText } from "../../../../schemas/references.js";
import { LANGUAGE_ID } from "../../files/setupFiles.js";
import { nameProblem } from "../../secrets/namedSecrets.js";
import type { Services } from "../../services.js";
import { asUri } from "../asUri.js";
import { runSteps, type Step } from "../ask/steps.js";

/** So many names in use are listed while a new one is typed. */
const LISTED = 8;

/** Where a plain-text secret stands in a setup file. */
interface Place {
  readonly document: vscode.TextDocument;
  /** Of the string, with its quotes. */
  readonly range: vscode.Range;
  /** Its text when the command was called: if it has changed since, it is left alone. */
  readonly text: string;
}

/**
 * Keeps a value in the secret storage and writes a reference to it.
 *
 * From a quick fix (`uri, range, property, name`) it moves the value that stands
 * there. From the palette it asks for a value, and writes the reference at the
 * cursor if that is in a setup file. With a name alone it asks for the value.
 */
export async function storeSecret(
  services: Services,
  uri?: unknown,
  range?: unknown,
  _property?: unknown,
  suggestion?: unknown,
): Promise<void> {
  const place = await placeOf(uri, range);
  const moved = place && stringAt(place);
  const answers = { name: typeof suggestion === "string" ? suggestion : "", value: moved ?? "" };
  const steps = () => [nameStep(services, answers), ...(moved === undefined ? [valueStep(answers)] : [])];
  if (!(await runSteps(moved === undefined ? l10n.t("Store a secret") : l10n.t("Move to secret storage"), steps)))
    return;
  const { secrets, refusals } = services;
  if (secrets.names.includes(answers.name) && !(await confirmReplacing(answers.name))) return;
  try {
    await secrets.store(answers.name, answers.value);
  } catch {
    void vscode.window.showErrorMessage(
      l10n.t(
        "This machine's secret storage cannot be written, so nothing was stored and the file is as it was. Use an environment variable instead.",
      ),
    );
    return;
  }
  const reference = referenceText({ kind: "secret", name: answers.name });
  refusals.clearAbout(reference);
  // A name that was given is written somewhere already: it is missing or to be replaced, and not to be written twice.
  if (place || typeof suggestion !== "string") await writeReference(place, reference);
  else tellStored(reference);
}

async function placeOf(uri: unknown, range: unknown): Promise<Place | undefined> {
  const target = asUri(uri);
  const span = rangeOf(range);
  if (!target || !span) return undefined;
  const document = await vscode.workspace.openTextDocument(target);
  return document.languageId === LANGUAGE_ID ? { document, range: span, text: document.getText(span) } : undefined;
}

/** A range as LSP and VS Code write it: two positions with line and character, counted from 0. */
function rangeOf(value: unknown): vscode.Range | undefined {
  const { start, end } = (value ?? {}) as Partial<Record<"start" | "end", Partial<vscode.Position>>>;
  const numbers = [start?.line, start?.character, end?.line, end?.character];
  const [a, b, c, d] = numbers.filter((number): number is number => typeof number === "number" && number >= 0);
  return a === undefined || b === undefined || c === undefined || d === undefined
    ? undefined
    : new vscode.Range(a, b, c, d);
}

function stringAt({ text }: Place): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "string" || value === "") return undefined;
    const { references, parts } = parseReferences(value);
    // A stored value is sent as it stands, so an escape goes in as what it means. A text with references is no value.
    return references.length > 0 ? undefined : parts.filter((part) => typeof part === "string").join("");
  } catch {
    return undefined;
  }
}

function nameStep({ secrets }: Services, answers: { name: string }): Step {
  const known = secrets.names;
  return {
    kind: "text",
    prompt:
      known.length === 0
        ? l10n.t("The name it has in setup files: {0}.", "${secret:NAME}")
        : l10n.t(
            "The name it has in setup files. In use: {0}.",
            [...known.slice(0, LISTED), ...(known.length > LISTED ? ["…"] : [])].join(", "),
          ),
    placeholder: "SALESFORCE_KEY",
    value: answers.name,
    check: (text) => nameProblem(text.trim()),
    accept: (text) => (answers.name = text.trim()),
  };
}

function valueStep(answers: { value: string }): Step {
  return {
    kind: "text",
    prompt: l10n.t("Its value. It is kept in VS Code's secret storage and is never shown again."),
    password: true,
    value: answers.value,
    check: (text) => (text === "" ? l10n.t("Give the value.") : undefined),
    accept: (text) => (answers.value = text),
  };
}

async function confirmReplacing(name: string): Promise<boolean> {
  const replace = l10n.t("Replace");
  const detail = l10n.t("Every setup file that refers to it gets the new value with its next push.");
  return (
    (await vscode.window.showWarningMessage(
      l10n.t("Replace the stored secret {0}?", name),
      { modal: true, detail },
      replace,
    )) === replace
  );
}

async function writeReference(place: Place | undefined, reference: string): Promise<void> {
  if (place) {
    if (place.document.getText(place.range) !== place.text) {
      void vscode.window.showWarningMessage(
        l10n.t(
          "The file changed in the meantime and was left alone. The secret is stored: write {0} in its place.",
          reference,
        ),
      );
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(place.document.uri, place.range, JSON.stringify(reference));
    await vscode.workspace.applyEdit(edit);
    return;
  }
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId === LANGUAGE_ID)
    await editor.insertSnippet(
      new vscode.SnippetString(reference.replaceAll("$", String.raw`\$`).replaceAll("}", String.raw`\}`)),
    );
  else tellStored(reference);
}

function tellStored(reference: string): void {
  void vscode.window.showInformationMessage(l10n.t("Stored. Setup files refer to it as {0}.", reference));
}
