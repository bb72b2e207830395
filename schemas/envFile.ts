/**
 * `.env` files. Shells and the libraries of many languages read them, and disagree about comments, escapes and quotes.
 * What they read alike is a value here. For the rest, there's a fault, so that no value is used that nobody wrote.
 */
import type { Span } from "./references.js";

/** A folder of the workspace. */
interface NamedFolder {
  readonly name: string;
  readonly path: string;
}

const FOLDER_VARIABLE = /^\$\{workspace(?:Folder(?::([^}]*))?|Root)\}(?:[/\\]+|$)/;

/**
 * Where the setting for a `.env` file says it is. As in other settings of VS Code, the path may begin with the variable
 * of the workspace folder or of another one, and may have backslashes, since teams share it between systems.
 *
 * @param own the folder that has the setting.
 * @returns a path relative to a folder; undefined if the setting has another variable, which stands for no such folder.
 */
export function placeOfEnvFile(
  setting: string,
  own: string,
  folders: readonly NamedFolder[],
): { readonly folder: string; readonly path: string } | undefined {
  const [variable = "", name] = FOLDER_VARIABLE.exec(setting) ?? [];
  const folder = name === undefined ? own : folders.find((other) => other.name === name)?.path;
  const path = setting.slice(variable.length).replaceAll("\\", "/");
  return folder === undefined || path.startsWith("${") ? undefined : { folder, path };
}

export interface EnvFile {
  /** In text order. Of several with one name, the last one counts. */
  readonly variables: readonly EnvVariable[];
  /** If there's one, it's unclear where values begin and end, and no value of the file can be used. */
  readonly fault: EnvFault | undefined;
}

interface EnvVariable {
  /** May be a name that no reference can use. */
  readonly name: string;
  readonly place: Span;
  readonly value: string | EnvFault;
}

export interface EnvFault {
  readonly kind: "ambiguous" | "repeated" | "backslash" | "not-a-variable" | "unclear-end" | "control";
  /** Counted from 1. */
  readonly line: number;
}

const EMPTY = /^[ \t]*(?:#|$)/;
/** An assignment with what's before its name, its quoted value and the rest of the line, or any other line. */
const LINE = /^([ \t]*(?:export[ \t]+)?)([\w.-]+)[ \t]*= *(?! )("[^"]*"|'[^']*'|`[^`]*`)?(.*)$|^.*$/gm;
const AFTER_VALUE = /^(?: +#.*| *)$/;
/** Some programs expand a dollar sign, backtick or backslash, and give quotes and `#` a meaning anywhere. */
const PLAIN = /^((?:[^\s#"'$\\`](?:[^#"'$\\`]*[^\s#"'$\\`])?)?)(?: +#.*| *)$/;
const ENDS_WITH_BACKSLASH = /\\(?: +#.*| *)$/;
const SPECIAL = /[$`\\]/;
/**
 * To a shell, the value ends within this. Other characters that a shell interprets make it fail. The lines after the
 * first one of a PEM text may look like variables: base64 text may end with `=`.
 */
const UNCLEAR = /[ \t][A-Za-z_]\w*=|;(?:[ \t]|$)|[ \t](?:;|&&)|^-----BEGIN (?!.*-----END )/;
/** A carriage return alone ends a line for some programs, and others drop it. */
const CONTROL = /[^\P{Cc}\t\r\n]|[\u2028\u2029]|\r(?!\n)/u;

/** @param text without its byte order mark. */
export function readEnvFile(text: string): EnvFile {
  const variables: EnvVariable[] = [];
  const values = new Map<string, EnvVariable["value"]>();
  const control = CONTROL.exec(text)?.index;
  let fault: EnvFault | undefined =
    control === undefined ? undefined : { kind: "control", line: lineBreaks(text.slice(0, control)) + 1 };
  let [line, counted] = [1, 0];
  for (const { index, 0: written, 1: before = "", 2: name, 3: quoted, 4: rest = "" } of text.matchAll(LINE)) {
    line += lineBreaks(text.slice(counted, index));
    counted = index;
    if (name !== undefined) {
      const read = quoted === undefined ? unquoted(rest) : unquote(quoted, rest);
      const ofLine = "kind" in read ? { ...read, line } : read.value;
      // Of several values, some programs use the first, others the last.
      const value = (values.get(name) ?? ofLine) === ofLine ? ofLine : ({ kind: "repeated", line } as const);
      values.set(name, value);
      const start = index + before.length;
      variables.push({ name, place: { start, end: start + name.length }, value });
      const isOpen =
        "kind" in read && (read.kind === "unclear-end" || (read.kind === "backslash" && quoted !== undefined));
      if (isOpen) fault ??= { ...read, line };
    } else if (!EMPTY.test(written)) fault ??= { kind: "not-a-variable", line };
  }
  return { variables, fault };
}

type Value = { readonly value: string } | Pick<EnvFault, "kind">;

function unquoted(written: string): Value {
  if (/^["'`]/.test(written)) return { kind: "unclear-end" };
  const value = PLAIN.exec(written)?.[1];
  if (value !== undefined && !UNCLEAR.test(value)) return { value };
  return { kind: ENDS_WITH_BACKSLASH.test(written) ? "backslash" : "ambiguous" };
}

function unquote(quoted: string, rest: string): Value {
  const inside = quoted.slice(1, -1);
  const isAlone = AFTER_VALUE.test(rest);
  // To some programs, the backslash makes the mark part of the value.
  if (inside.endsWith("\\")) return { kind: isAlone ? "backslash" : "unclear-end" };
  if (!isAlone && inside.includes("\n")) return { kind: "unclear-end" };
  const isPlain = quoted.startsWith("'") || (quoted.startsWith('"') && !SPECIAL.test(inside));
  return isAlone && isPlain ? { value: inside.replaceAll("\r\n", "\n") } : { kind: "ambiguous" };
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
