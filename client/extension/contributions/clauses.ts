import type { Contexts, Row } from "./contexts.js";

/** A `when` clause of the manifest, which says when VS Code shows something. */
export type Clause = string;

type Value<Key extends keyof Contexts> = Contexts[Key] & string;

export const NEVER: Clause = "false";
export const IS_TRUSTED: Clause = "isWorkspaceTrusted";
export const IS_ONE_ROW: Clause = "!listMultiSelection";
/** What's in front looks like a setup file, by its language or its name. It may be a copy. */
export const LOOKS_LIKE_SETUP_FILE: Clause = either(
  "resourceLangId == vaultconn",
  "resourceFilename =~ /\\.vaultconn\\.json$/",
);
/** A setup file is in front, and not a copy of one, as Git and the local history show it (`setupDocument.ts`). */
export const IS_SETUP_FILE: Clause = all(
  "resourceScheme =~ /^(file|untitled|vscode-remote|vscode-vfs|vscode-test-web)$/",
  LOOKS_LIKE_SETUP_FILE,
);
/** The menu is about a setup file, which may not be open. */
export const IS_SETUP_FILE_NAME: Clause = "resourceFilename =~ /\\.vaultconn\\.json$/";
/** Settings are known before the extension has started, and tenants of the environment only afterward. */
export const HAS_TENANTS: Clause = either(is("tenants"), "config.vaultconn.tenants != '[]'");

/** A context that's true, or has a value. */
export function is<Key extends keyof Contexts>(key: Key, value?: Value<Key>): Clause {
  return value === undefined ? `vaultconn.${key}` : `vaultconn.${key} == ${value}`;
}

/** A context that's false, or has another value. */
export function isNot<Key extends keyof Contexts>(key: Key, value?: Value<Key>): Clause {
  return value === undefined ? `!vaultconn.${key}` : `vaultconn.${key} != ${value}`;
}

/** The editor's address is in a list of addresses. */
export function isIn(key: "comparedFiles" | "reviewed"): Clause {
  return `resource in vaultconn.${key}`;
}

export function isNotIn(key: "comparedFiles" | "reviewed"): Clause {
  return `resource not in vaultconn.${key}`;
}

/** A row of one of these kinds, with or without a page in the service's dashboard. */
export function isRow(...rows: readonly [Row, ...Row[]]): Clause {
  return `viewItem =~ /^(${rows.join("|")})(.page)?$/`;
}

/** The same, with a page. */
export function isRowWithPage(...rows: readonly [Row, ...Row[]]): Clause {
  return `viewItem =~ /^(${rows.join("|")}).page$/`;
}

export function all(...clauses: readonly Clause[]): Clause {
  return clauses.map((clause) => (clause.includes(" || ") ? `(${clause})` : clause)).join(" && ");
}

function either(...clauses: readonly Clause[]): Clause {
  return clauses.join(" || ");
}
