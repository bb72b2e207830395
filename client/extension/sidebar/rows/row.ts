import type * as vscode from "vscode";
import type { Node } from "../../tenants/nodes.js";
import type { ContextValue } from "../../contributions/contexts.js";
import type { FileSources, SidebarSources } from "../fileMarks.js";

export type RowSources = FileSources & Pick<SidebarSources, "sessions">;

/** All that the tree knows of one kind of row. */
export interface RowKind<Of extends Node> {
  /** Identifies a row in the tree, regardless of what it shows. */
  id(node: Of): string;
  look(node: Of, sources: RowSources): RowLook;
  /** What the item has besides, such as how it expands. */
  itemOptions?(node: Of, sources: RowSources): Partial<vscode.TreeItem>;
}

export interface RowLook {
  readonly label: string;
  readonly description?: string;
  readonly icon: string;
  readonly color?: "list.warningForeground" | "list.errorForeground";
  readonly tooltip?: string;
  readonly contextValue: ContextValue;
  /** What a screen reader says, if it isn't label and description. */
  readonly spoken?: string;
  readonly command?: vscode.Command | undefined;
}
