import { codePointOf, hiddenInWord } from "../../../schemas/hidden.js";

/** A word after hyphens, of which at least one is another dash, as word processors and chats write them. */
const DASHED = /^(?:-*[\u2010-\u2015\u2212]+-*)(?=[a-z])/i;

/** What shells and scripts leave in arguments. Shows no value, which may be an address with a password. */
const HINTS: readonly ((argument: string) => string | undefined)[] = [
  (argument) => {
    const [name = ""] = argument.split("=", 1);
    const [dashes] = DASHED.exec(name) ?? [];
    const { character = "" } = (dashes === undefined ? undefined : hiddenInWord(dashes)) ?? {};
    return dashes === undefined
      ? undefined
      : `"${name}" begins with ${codePointOf(character)}, which isn't a hyphen. Write --${name.slice(dashes.length)}.`;
  },
  (argument) =>
    argument.endsWith("\r")
      ? "An argument ends with a carriage return. Save the script with LF line endings."
      : undefined,
  (argument) =>
    /^(?:-[\w-]*=)?~[/\\]/.test(argument)
      ? "The shell didn't replace the ~ of an argument. Write the path of your home folder."
      : undefined,
  (argument) =>
    /^(?:-[\w-]*=)?'[^']+'$/.test(argument)
      ? "An argument has single quotes, which are part of it. In cmd.exe and in npm scripts, use double quotes."
      : undefined,
];

/** @param args of a command that failed. @returns a sentence about each that probably isn't what was meant. */
export function argumentHints(args: readonly string[]): readonly string[] {
  return args.flatMap((argument) => HINTS.map((hint) => hint(argument)).find((text) => text !== undefined) ?? []);
}
