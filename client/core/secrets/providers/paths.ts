import * as l10n from "@vscode/l10n";
import { providerOf } from "../../../../schemas/references.js";
import type { Provider } from "./definitions.js";
import { presetOf } from "./presets.js";
import { interpreterIn, programName } from "./words.js";

/** The part after the name in `${PROVIDER:PATH}` or `${PROVIDER:PATH#FIELD}`. */
interface ProviderPath {
  readonly path: string;
  readonly field?: string;
}

const MAX_PATH_CHARACTERS = 1000;
const PLACEHOLDER = /\$\{(path|field)\}/g;
const CONTROL = /\p{Cc}/u;
/** No word of it is an option. */
const PLAIN_PATH = /^(?!.* -)[\p{L}\p{N} _./@:+=-]*$/u;
const DOT_FOLDER = /(?:^|\/)\.{1,2}(?:\/|$)/;

/** @param name as in a reference: `op:Automation/Salesforce/credential`. */
export function pathIn(provider: Provider, name: string): ProviderPath {
  const { path: whole } = providerOf(name);
  const hash = whole.lastIndexOf("#");
  return hash >= 0 && (provider.output === "json" || isFieldArgument(provider.command))
    ? { path: whole.slice(0, hash), field: whole.slice(hash + 1) }
    : { path: whole };
}

function isFieldArgument(command: readonly string[]): boolean {
  return command.some((argument) => argument.includes("${field}"));
}

/** Whether the program always prints an object, which isn't a value. */
function printsJson({ command, output }: Provider): boolean {
  return output === "json" && command.some((argument) => /^(?:-.*=)?json$/.test(argument));
}

/** Returns why a path is refused, or undefined if it's valid. */
export function pathProblem(provider: Provider, { path: target, field }: ProviderPath): string | undefined {
  const parts = field === undefined ? [target] : [target, field];
  if (parts.includes("")) return l10n.t("The path is empty.");
  if (parts.some((part) => part.includes("}"))) return l10n.t("Enter a path without a closing brace.");
  if ([...parts.join("#")].length > MAX_PATH_CHARACTERS)
    return l10n.t("The path has more than {0} characters.", "1,000");
  if (parts.some((part) => CONTROL.test(part))) return l10n.t("The path contains control characters.");
  if (parts.some((part) => part.startsWith("-")))
    return l10n.t("The path begins with -, so the program would read it as an option.");
  if (field === undefined && (isFieldArgument(provider.command) || printsJson(provider)))
    return l10n.t("The path has no field. Add one, such as {0}.", "#password");
  const interpreter = interpreterIn(provider.command);
  if (interpreter !== undefined && !parts.every((part) => PLAIN_PATH.test(part)))
    return l10n.t(
      "{0} reads its arguments as code, so the path can contain only letters, digits, spaces, and _ . / @ : + = -.",
      programName(interpreter),
    );
  const preset = presetOf(provider);
  if (!preset) return undefined;
  const isField = field !== undefined && isFieldArgument(provider.command);
  const isNamed = (preset.path?.test(target) ?? true) && !DOT_FOLDER.test(target);
  return isNamed && (!isField || (preset.field?.test(field) ?? true))
    ? undefined
    : l10n.t(
        "{0} could take the path for a file, a folder, an address, or an option. Write it as in {1}.",
        preset.command[0],
        preset.example,
      );
}

/** Replaces placeholders. Each argument stays one argument, whatever the path contains. */
export function argumentsFor({ command: [, ...args] }: Provider, { path: target, field = "" }: ProviderPath): string[] {
  return args.map((argument) => argument.replace(PLACEHOLDER, (_, part) => (part === "path" ? target : field)));
}
