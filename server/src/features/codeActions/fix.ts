import type { Command } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ClientQueries } from "../../client/languageClient.js";
import type { SetupFile } from "../../document/setupFile.js";
import { type JsonNode, nodesAt, type Property } from "../../document/jsonTree.js";
import type { FieldValue } from "../../document/fieldValues.js";
import type { Finding } from "../../rules/checkFile.js";
import type { Span } from "../../../../schemas/references.js";
import type { Template } from "../insertion.js";

export interface Edit extends Span {
  readonly text: Template;
}

export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
  readonly command?: Command;
  readonly preferred?: boolean;
  /** Whether it's part of "fix all". */
  readonly certain?: boolean;
  /** Whether the edits have only words of ours, no text of the file. Coding agents get no others but quotes and brackets. */
  readonly isValueFree?: boolean;
}

export interface FixContext {
  readonly document: TextDocument;
  readonly file: SetupFile;
  readonly findings: readonly Finding[];
  readonly client: ClientQueries;
}

export type Fixer = (finding: Finding, context: FixContext) => readonly Fix[] | Promise<readonly Fix[]>;

export interface PropertyPlace extends Property {
  readonly object: JsonNode;
}

/** The property whose key or value has the finding. */
export function propertyAt({ tree }: SetupFile, { problem }: Finding): PropertyPlace | undefined {
  const node = nodesAt(tree, problem.start).findLast(({ type }) => type === "property");
  const [key, value] = node?.children ?? [];
  return node?.parent && key ? { object: node.parent, name: String(key.value), node, key, value } : undefined;
}

/** Creates a fixer for a finding about a value. */
export function ofValue(fixesOf: (value: FieldValue, context: FixContext) => ReturnType<Fixer>): Fixer {
  return ({ problem }, context) => {
    const value = context.file.values.find(({ node }) => node.offset === problem.start);
    return value ? fixesOf(value, context) : [];
  };
}

export function propertiesNamed(object: JsonNode, name: string): readonly JsonNode[] {
  return (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
}
