import * as l10n from "@vscode/l10n";
import { findNodeAtOffset, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { isSetupFile } from "../editor/setupDocument.js";
import { showFirstEmpty } from "../editor/writeSetupFile.js";
import { literalText, parseReferences, referenceText } from "../../../schemas/references.js";
import { parseJson } from "../../core/text/json.js";
import { isPlaceholder } from "../../../schemas/placeholders.js";
import { newNameProblem } from "../../core/secrets/namedSecrets.js";
import { isPemOnOneLine, restorePem } from "../../../schemas/pemFault.js";
import { accessTokensIn, isAroundCredential, isCommand } from "../../core/text/pasted.js";
import { describeLines } from "../../core/text/describeLines.js";
import type { SecretServices } from "./secretServices.js";
import { confirm } from "../ui/pick.js";
import { runSteps, type Step } from "../ui/steps.js";

/** How many names in use are listed in the prompt for a new one. */
const MAX_LISTED_NAMES = 8;

export interface Place {
  readonly document: vscode.TextDocument;
  /** The range of the string, including its quotes. */
  readonly range: vscode.Range;
  /** Its text when the command was called. If it has changed, it isn't replaced. */
  readonly text: string;
}

interface Answers {
  name: string;
  value: string;
  /** What was left out of a text that was pasted. */
  note?: string | undefined;
}

/**
 * Stores a value and inserts a reference to it, in place of a moved value or at the cursor in a setup file.
 * @param options.name the name, if it's already used somewhere.
 * @param options.editor the one that was active when the user began. Another one may be by now.
 * @returns its name, and whether it had another value; undefined if nothing was stored.
 */
export async function askForSecret(
  services: SecretServices,
  {
    place,
    name,
    editor,
  }: {
    readonly place?: Place | undefined;
    readonly name?: string | undefined;
    readonly editor?: vscode.TextEditor | undefined;
  },
): Promise<{ readonly name: string; readonly replaced: boolean } | undefined> {
  const moved = place && stringAt(place);
  const answers: Answers = { name: name ?? "", value: moved ?? "" };
  // A known name isn't asked for: people would paste the value there.
  const asksForName = moved !== undefined || name === undefined;
  const steps = () => [
    ...(asksForName ? [nameStep(services, answers)] : []),
    ...(moved === undefined ? [valueStep(answers)] : []),
  ];
  const title = asksForName ? l10n.t("Store a secret") : l10n.t("Store a value for {0}", toReference(answers.name));
  if (!(await runSteps(moved === undefined ? title : l10n.t("Move to secret storage"), steps))) return undefined;
  const replaced = services.secrets.names.includes(answers.name);
  const question = l10n.t("Replace the stored secret {0}?", answers.name);
  const detail = l10n.t("The service has the old value until you push the setup files that refer to it.");
  if (replaced && !(await confirm(question, detail, l10n.t("Replace")))) return undefined;
  if (!(await storeOrShowWhy(services, answers))) return undefined;
  const reference = toReference(answers.name);
  const lines = answers.note ?? describeLines(answers.value);
  if (place || name === undefined) await writeReference(place ?? editor, reference, replaced, lines);
  else if (!replaced) showStored(reference, lines);
  return { name: answers.name, replaced };
}

/**
 * Asks for the secrets that a file refers to and that aren't stored, one after the other, until the user cancels a
 * question. Then leads to the first value that's to be typed.
 * @returns whether there was such a secret.
 */
export async function askForMissing(services: SecretServices, document: vscode.TextDocument): Promise<boolean> {
  for (let asked = 0; ; asked += 1) {
    const inspected = await services.fileStates.inspect(document.uri);
    const { names } = services.secrets;
    const missing = inspected?.references.find(({ kind, name }) => kind === "secret" && !names.includes(name));
    if (!missing) {
      await showFirstEmpty(document);
      return asked > 0;
    }
    if (!(await askForSecret(services, { name: missing.name }))) return true;
  }
}

/** @returns whether all were stored. */
export async function askForValues(services: SecretServices, names: readonly string[]): Promise<boolean> {
  const answers = names.map((name): Answers => ({ name, value: "" }));
  const steps = answers.map((answer) =>
    valueStep(
      answer,
      l10n.t("The new value of {0}. It's stored in VS Code's secret storage and never shown again.", answer.name),
    ),
  );
  if (!(await runSteps(l10n.t("Replace secrets"), () => steps))) return false;
  for (const answer of answers) {
    if (!(await storeOrShowWhy(services, answer))) return false;
    const lines = answer.note ?? describeLines(answer.value);
    if (lines !== undefined) showStored(toReference(answer.name), lines);
  }
  return true;
}

async function storeOrShowWhy(
  { secrets, refusals }: SecretServices,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<boolean> {
  try {
    await secrets.store(name, value);
    refusals.clearAbout(toReference(name));
    return true;
  } catch {
    vscode.window.showErrorMessage(
      l10n.t(
        "This computer's secret storage can't be written, so nothing was stored, and the file is unchanged. Use an environment variable instead.",
      ),
    );
    return false;
  }
}

export function stringAt({ text }: Place): string | undefined {
  const value = parseJson(text);
  // A stored value is sent as is, so resolve escapes. A string with references can't be stored.
  const isWritten = typeof value === "string" && value.trim() !== "" && !isPlaceholder(value);
  return isWritten ? literalText(parseReferences(value)) : undefined;
}

function nameStep({ secrets }: SecretServices, answers: { name: string }): Step {
  const known = secrets.names;
  return {
    kind: "text",
    prompt:
      known.length === 0
        ? l10n.t("The name in setup files: {0}.", "${secret:NAME}")
        : l10n.t(
            "The name in setup files. In use: {0}.",
            [...known.slice(0, MAX_LISTED_NAMES), ...(known.length > MAX_LISTED_NAMES ? ["…"] : [])].join(", "),
          ),
    placeholder: "SALESFORCE_KEY",
    value: answers.name,
    check: (text) => newNameProblem(text.trim(), known),
    accept: (text) => (answers.name = text.trim()),
  };
}

function toReference(name: string): string {
  return referenceText({ kind: "secret", name });
}

function valueStep(
  answers: Answers,
  prompt = l10n.t("The value. It's stored in VS Code's secret storage and never shown again."),
): Step {
  return {
    kind: "text",
    prompt,
    password: true,
    value: answers.value,
    file: { title: l10n.t("Read from File…"), extensions: ["pem", "key", "p8", "txt", "json"] },
    describe: (text) => take(text).note ?? describeLines(restorePem(text)),
    check: valueProblem,
    accept: (text) => Object.assign(answers, take(text)),
  };
}

/** Takes the token out of a command, a header, or a token endpoint's answer. */
function take(text: string): { readonly value: string; readonly note: string | undefined } {
  const [only, ...others] = isAroundCredential(text) ? accessTokensIn(text) : [];
  return only === undefined || others.length > 0
    ? { value: restorePem(text), note: undefined }
    : { value: only, note: l10n.t("only the token in the text") };
}

function valueProblem(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter a value.");
  if (isCommand(text) && take(text).note === undefined) return l10n.t("This is a command. Paste only the value in it.");
  return isPemOnOneLine(restorePem(text))
    ? l10n.t("This key lost its line breaks. Copy it again, and then select Read from Clipboard or Read from File.")
    : undefined;
}

/**
 * @param place what to replace, or an editor to write in at its cursor, if it's still active.
 * @param known whether the user already knows how files refer to the secret.
 * @param lines what was stored, if it has several lines.
 */
export async function writeReference(
  place: Place | vscode.TextEditor | undefined,
  reference: string,
  known: boolean,
  lines?: string,
): Promise<void> {
  const isEditor = place !== undefined && "selection" in place;
  if (isEditor && place === vscode.window.activeTextEditor && isInString(place))
    await place.insertSnippet(
      new vscode.SnippetString(reference.replaceAll("$", String.raw`\$`).replaceAll("}", String.raw`\}`)),
    );
  else if (isEditor || !place) {
    if (!known || lines !== undefined) showStored(reference, lines);
  } else if (place.document.getText(place.range) !== place.text)
    vscode.window.showWarningMessage(
      l10n.t(
        "The file changed in the meantime and wasn't edited. The secret is stored. Write {0} in its place.",
        reference,
      ),
    );
  else {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(place.document.uri, place.range, JSON.stringify(reference));
    await vscode.workspace.applyEdit(edit);
    if (lines !== undefined) showStored(reference, lines);
  }
}

/** Whether the selection is inside the value of a setup file's property. Anywhere else, text would break the file. */
function isInString({ document, selection }: vscode.TextEditor): boolean {
  if (!isSetupFile(document)) return false;
  const root = parseTree(document.getText());
  const node = root && findNodeAtOffset(root, document.offsetAt(selection.start));
  if (node?.type !== "string" || node === node.parent?.children?.[0]) return false;
  const inside = new vscode.Range(
    document.positionAt(node.offset + 1),
    document.positionAt(node.offset + node.length - 1),
  );
  return inside.contains(selection);
}

function showStored(reference: string, lines?: string): void {
  vscode.window.showInformationMessage(
    lines === undefined
      ? l10n.t("The secret is stored. Setup files refer to it as {0}.", reference)
      : l10n.t("The secret is stored ({1}). Setup files refer to it as {0}.", reference, lines),
  );
}
