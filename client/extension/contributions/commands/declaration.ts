import { all, type Clause, HAS_TENANTS, is, IS_TRUSTED, isNot, NEVER } from "../clauses.js";
import type { Row } from "../contexts.js";

/** Where a command is offered: a menu of VS Code, or of a view of ours. */
type Menu =
  | "title of connections"
  | "row of connections"
  | "row of pushes"
  | "editor/title"
  | "editor/context"
  | "explorer/context"
  | "editor/title/context"
  | "file/newFile";

type Place = readonly [menu: Menu, group: string, when?: Clause];

/** A command as the manifest declares it. What it does is in `client/extension/commands.ts`. */
export interface CommandDeclaration {
  /** In English. Two commands with the same title share its translations. */
  readonly title: string;
  /** A codicon. */
  readonly icon?: string;
  /** When the palette has it; always, if left out. */
  readonly palette?: Clause;
  readonly places?: readonly Place[];
  readonly key?: { readonly key: string; readonly mac?: string; readonly when: Clause };
}

export const TENANTS = ["tenant.signedIn", "tenant.signedOut"] as const satisfies readonly Row[];
export const SIGNED_IN = [
  "tenant.signedIn",
  "tenant.signedIn.local",
  "tenant.signedIn.sample",
] as const satisfies readonly Row[];
export const WITH_FILE = ["connection.withFile", "connection.withFile.readOnly"] as const satisfies readonly Row[];
export const CONNECTIONS = ["connection", ...WITH_FILE] as const satisfies readonly Row[];
export const FILES = ["file", "file.unknown", "file.readOnly", "file.requested"] as const satisfies readonly Row[];
export const PUSHES_WITH_FILE = ["push.withFile", "push.withFile.open"] as const satisfies readonly Row[];
export const OPEN_PUSHES = ["push.open", "push.withFile.open"] as const satisfies readonly Row[];
export const PUSHES = ["push", "push.open", ...PUSHES_WITH_FILE] as const satisfies readonly Row[];

export const HAS_ROWS = all(IS_TRUSTED, is("tenants"), isNot("state", "signedOut"));
export const IN_CONNECTIONS = "focusedView == vaultconn.connections && listFocus && !inputFocus";
export const ONLY_ON_ROWS = { palette: NEVER } as const;
export const WITH_TENANTS = { palette: HAS_TENANTS } as const;

export type Commands = Readonly<Record<`vaultconn.${string}`, CommandDeclaration>>;
