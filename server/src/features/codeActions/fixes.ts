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
  const known = effective.get(fixes);
  if (known) return known;
  const { tree } = context.file;
  const isCopy = ({ certain }: Fix) => certain === true && finding.code === "duplicate-property";
  const kept = fixes
    .filter(({ edits, command }) => edits.length > 0 || command !== undefined)
    .filter((fix) => isCopy(fix) || !fix.edits.some((edit) => deletesProperties(edit, tree)));
  effective.set(fixes, kept);
  return kept;
}

/** Several findings may have the same fixes. */
const effective = new WeakMap<readonly Fix[], readonly Fix[]>();

/** Whether an edit covers an object with properties. */
function deletesProperties(edit: Edit, node: JsonNode | undefined): boolean {
  if (!node || endOf(node) <= edit.start || edit.end <= node.offset) return false;
  const { type, offset, children = [] } = node;
  const isWhole = type === "object" && children.length > 0 && edit.start <= offset && endOf(node) <= edit.end;
  if (isWhole) return true;
  for (let at = firstBehind(children, edit.start); ; at++) {
    const child = children[at];
    if (!child || child.offset >= edit.end) return false;
    if (deletesProperties(edit, child)) return true;
  }
}

/** The index of the first node that ends behind an offset, by bisection, since a fix may have an edit for each node. */
function firstBehind(nodes: readonly JsonNode[], offset: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const node = nodes[middle];
    if (node && endOf(node) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
