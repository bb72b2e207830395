import type { JsonNode } from "../../document/jsonTree.js";
import type { Code, Finding } from "../../rules/checkFile.js";
import { endOf } from "./edits.js";
import type { Edit, Fix, FixContext, Fixer } from "./fix.js";
import * as properties from "./propertyFixes.js";
import * as references from "./referenceFixes.js";
import * as setups from "./setupFixes.js";
import { syntaxFixes } from "./syntaxFixes.js";
import * as values from "./valueFixes.js";

const fixers: Readonly<Partial<Record<Code, Fixer>>> = {
  syntax: syntaxFixes,
  "not-an-object": setups.notAnObject,
  "unknown-property": properties.unknownProperty,
  "read-only-property": properties.readOnlyProperty,
  "duplicate-property": properties.duplicateProperty,
  "missing-property": setups.missingProperty,
  "missing-type": setups.missingType,
  "unknown-type": setups.unknownType,
  "incomplete-setup": setups.incompleteSetup,
  "conflicting-properties": setups.conflictingProperties,
  "wrong-value-type": values.wrongValueType,
  "invalid-value": values.invalidValue,
  "too-short": values.unfilled,
  "too-long": values.tooLong,
  "not-https-url": values.wrongFormat,
  "not-hostname": values.wrongFormat,
  "not-email": values.wrongFormat,
  "malformed-reference": references.malformedReference,
  "empty-setup": setups.emptySetup,
  "empty-value": values.unfilled,
  "malformed-key": values.judged,
  "hidden-character": values.judged,
  "surrounding-whitespace": values.judged,
  "unfilled-placeholder": values.unfilled,
  "unresolved-reference": references.unresolvedReference,
  expires: values.ending,
  "type-omitted": setups.typeOmitted,
  "plain-text-secret": references.plainTextSecret,
};

/**
 * The fixes of a finding. Drops fixes without an effect: those that are too large to compute have no edits. Also drops
 * those that delete an object with properties, unless there's a copy: whatever is wrong with it, somebody wrote it.
 */
export async function fixesFor(finding: Finding, context: FixContext): Promise<readonly Fix[]> {
  const fixes = (await fixers[finding.code]?.(finding, context)) ?? [];
  const { tree } = context.file;
  const isCopy = ({ certain }: Fix) => certain === true && finding.code === "duplicate-property";
  return fixes
    .filter(({ edits, command }) => edits.length > 0 || command !== undefined)
    .filter((fix) => isCopy(fix) || !fix.edits.some((edit) => deletesProperties(edit, tree)));
}

/** Whether an edit covers an object with properties. */
function deletesProperties(edit: Edit, node: JsonNode | undefined): boolean {
  if (!node || endOf(node) <= edit.start || edit.end <= node.offset) return false;
  const { type, offset, children = [] } = node;
  const isWhole = type === "object" && children.length > 0 && edit.start <= offset && endOf(node) <= edit.end;
  return isWhole || children.some((child) => deletesProperties(edit, child));
}
