import { parseArgs } from "node:util";
import type { SeveritySetting } from "../../protocol/messages.js";
import { type FormatName, FORMATS } from "./formats/table.js";
import { Misuse } from "./misuse.js";
import { SEVERITIES, type SeverityName } from "./problem.js";

/** What is asked of `check`. */
export interface Options {
  /** Files, folders and globs as they were given; "-" is standard input. */
  readonly paths: readonly string[];
  readonly format: FormatName;
  /** The least severity that is shown. */
  readonly severity: SeverityName;
  /** How many warnings there may be. */
  readonly maxWarnings: number;
  readonly plainTextSecret: SeveritySetting;
  /** The path that what comes over standard input stands for. */
  readonly stdinFilename: string | undefined;
  /** Whether it is all right that folders and globs hold no file. */
  readonly allowEmpty: boolean;
}

const OPTIONS = {
  format: { type: "string" },
  severity: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  "max-warnings": { type: "string" },
  "plain-text-secret": { type: "string" },
  "stdin-filename": { type: "string" },
  "allow-empty": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const LEVELS: readonly SeveritySetting[] = ["off", "hint", "information", "warning", "error"];

/**
 * Reads the arguments after `check`.
 * @returns "help" if that is what is asked for.
 * @throws Misuse
 */
export function readArguments(args: readonly string[]): Options | "help" {
  const values = parse(args);
  if (values.get("help") !== undefined) return "help";
  const paths = values.positionals;
  if (paths.length === 0)
    throw new Misuse(
      'Nothing to check: give files, folders or quoted globs, such as "check .", or "-" for standard input.',
    );
  const stdinFilename = values.get("stdin-filename");
  if (stdinFilename !== undefined && !paths.includes("-"))
    throw new Misuse('--stdin-filename names what comes over standard input: give "-" as a path too.');
  return {
    paths,
    format: oneOf("format", values.get("format") ?? "text", Object.keys(FORMATS) as FormatName[]),
    severity:
      values.get("quiet") === undefined ? oneOf("severity", values.get("severity") ?? "hint", SEVERITIES) : "error",
    maxWarnings: count("max-warnings", values.get("max-warnings")),
    plainTextSecret: oneOf("plain-text-secret", values.get("plain-text-secret") ?? "hint", LEVELS),
    stdinFilename,
    allowEmpty: values.get("allow-empty") !== undefined,
  };
}

interface Parsed {
  readonly positionals: readonly string[];
  /** The last value of an option; "" for one that takes none. */
  get(name: keyof typeof OPTIONS): string | undefined;
}

/** Not strict, so that the sentences about misuse are our own. */
function parse(args: readonly string[]): Parsed {
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const option = Object.entries(OPTIONS).find(([known]) => known === name)?.[1];
    if (!option)
      throw new Misuse(
        `There is no option ${rawName}: see "check --help", and put "--" before paths that begin with a dash.`,
      );
    if (option.type === "boolean" && value !== undefined)
      throw new Misuse(`${rawName} takes no value: leave "=${value}" out.`);
    if (option.type === "string" && (value === undefined || value === ""))
      throw new Misuse(`${rawName} needs a value: see "check --help".`);
    values.set(name, value ?? "");
  }
  return { positionals, get: (name) => values.get(name) };
}

function oneOf<Word extends string>(option: string, value: string, allowed: readonly Word[]): Word {
  const word = allowed.find((one) => one === value);
  if (word === undefined)
    throw new Misuse(
      `--${option} cannot be "${value}": choose ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(allowed)}.`,
    );
  return word;
}

function count(option: string, value = "Infinity"): number {
  if (value !== "Infinity" && !/^\d{1,9}$/.test(value))
    throw new Misuse(`--${option} cannot be "${value}": give a whole number, such as 0.`);
  return Number(value);
}

/** What `check --help` prints. */
export const HELP = `Usage: vaultconn-language-server check [options] PATHS...

Checks setup files, with the same findings as an editor shows.

PATHS are files, folders (searched for *.vaultconn.json; node_modules and .git
are left out, symbolic links are not followed), quoted globs such as
"teams/**/*.vaultconn.json", or "-" for one file on standard input.

Options:
  --format FORMAT            text (default), json, sarif or github
  --severity LEVEL           the least severity shown: error, warning,
                             information or hint (default)
  -q, --quiet                the same as --severity error
  --max-warnings N           more than N warnings count as failure
  --plain-text-secret LEVEL  how a secret in plain text is reported: off, hint
                             (default), information, warning or error
  --stdin-filename PATH      the path that standard input stands for
  --allow-empty              it is all right that there is no file to check
  -h, --help                 this text

Exit code: 0 if there is no error, 1 if there are errors (or too many
warnings), 2 if the command cannot do what it is asked to, or cannot read a file.
`;
