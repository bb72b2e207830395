import { existsSync } from "node:fs";
import path from "node:path";
import { createRedactor } from "../../core/service/redaction/redact.js";
import type { Io } from "../io.js";

/** A word, such as `slack`, `releaseNotes`, `EU`, or `v2`, or a short number: what people name files and commands. */
const NAME =
  /^(?:[\p{Ll}\p{Lo}\p{M}]{1,24}|\p{Lu}{1,24}|\p{Lu}?\p{Ll}{2,24}(?:\p{Lu}\p{Ll}{2,24})*|[a-z]{0,3}\d{1,4}[a-z]{0,2})$/u;
/** What separates words in names, options, paths, globs, and hosts. */
const SEPARATORS = /[\p{Pd}\u2212_./\\*?{},()[\]\s:~+@'"]+/u;
/** How the files end that options and paths name. */
const FILE = /\.(?:jsonc?|env|txt|pem|key|crt|cer|ya?ml)$/i;

const redactor = createRedactor([]);

/** Whether an argument is a name, or a path, rather than a value that was given by mistake. */
function isName(text: string, cwd: string): boolean {
  if (redactor.redact(text) !== text) return false;
  const [folder = text] = /^(?:[a-z]:)?[\\/]?[^\\/]+(?=[\\/])/i.exec(text) ?? [];
  if (FILE.test(text) || existsSync(path.resolve(cwd, folder))) return true;
  return text.split(SEPARATORS).every((word) => word === "" || NAME.test(word));
}

/**
 * Hides arguments in messages that may be a credential. Someone gives one by mistake, and logs keep messages.
 *
 * @param args those of the command
 * @returns what hides them in a text, and says so in a hint once it has hidden any
 */
export function hidingValues(
  args: readonly string[],
  { cwd }: Pick<Io, "cwd">,
): { readonly hide: (text: string) => string; readonly hint: () => string | undefined } {
  // Only once there's a message: someone may name thousands of files.
  let redact: ((text: string) => string) | undefined;
  let isUsed = false;
  return {
    hide: (text) => {
      redact ??= redactorOf(args, cwd);
      const clean = redact(text);
      isUsed ||= clean !== text;
      return clean;
    },
    hint: () => (isUsed ? HINT : undefined),
  };
}

function redactorOf(args: readonly string[], cwd: string): (text: string) => string {
  const optionOf = (at: number) => /^--[\w-]+(?==)/.exec(args[at] ?? "")?.[0] ?? args[at - 1] ?? "";
  const hidden = args.flatMap((argument, at) => {
    if (ANY_TEXT.test(optionOf(at))) return [];
    const value = argument.replace(/^--[a-z-]+=/, "").replace(/^[\p{Pd}\u2212]+/u, "");
    return value.length < MIN_LENGTH || isName(value, cwd) ? [] : [value];
  });
  if (hidden.length === 0) return (text) => text;
  const known = createRedactor(hidden);
  return (text) => known.redact(text);
}

/** Options whose values messages name: not a file, nor a number, nor one of a few words. */
const ANY_TEXT = /^--(?:tenant|allow-production|name|app|id|proxy|pattern)$/;

/** What's shorter is no credential, and may be a part of any message. */
const MIN_LENGTH = 4;

const HINT =
  "An argument isn't shown, because it may be a secret. If it is, replace it, because other processes and the shell's history may have it. Give values on a file descriptor, as with --find-fd or --secrets-fd.";
