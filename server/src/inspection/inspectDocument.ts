import type { InspectResult, ProblemCounts, ReferenceAt, TextAt } from "../../protocol/messages.js";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../document/cache.js";
import { pathTo } from "../document/paths.js";
import { inexactNumbers, toRequest } from "../document/plain.js";
import type { Property } from "../document/properties.js";
import { rangeBetween, rangeOf } from "../document/range.js";
import { placed } from "../document/referencePlaces.js";
import type { SetupFile } from "../document/setupFile.js";
import type { Finding } from "../rules/check.js";

/** What a document means and whether it can be pushed. @param findings all that there are about it, in the order of the text */
export function inspectDocument(document: TextDocument, findings: readonly Finding[]): Omit<InspectResult, "version"> {
  const file = setupFileOf(document);
  const firstError = findings.find(({ severity }) => severity === "error")?.problem;
  const id = textAt(document, file.id);
  const tenant = textAt(document, file.tenant);
  const choice = file.setup?.choice;
  const numbers = inexactNumbers(file);
  return {
    problems: countsOf(findings),
    ...(firstError && { firstError: rangeBetween(document, firstError.start, firstError.end) }),
    shape: file.shape,
    ...(id && { id }),
    ...(tenant && { tenant }),
    ...(choice?.kind === "chosen" && { variant: choice.variant.number }),
    request: toRequest(file),
    ...(numbers.length > 0 && { numbers }),
    leftOut: leftOut(file),
    references: referencesIn(document, file),
  };
}

function countsOf(findings: readonly Finding[]): ProblemCounts {
  const count = (severity: Finding["severity"]): number =>
    findings.filter((finding) => finding.severity === severity).length;
  return {
    errors: count("error"),
    warnings: count("warning"),
    information: count("information"),
    hints: count("hint"),
  };
}

function textAt(document: TextDocument, property: Property | undefined): TextAt | undefined {
  const node = property?.value;
  return typeof node?.value === "string" ? { value: node.value, range: rangeOf(document, node) } : undefined;
}

function leftOut({ setup }: SetupFile): readonly string[] {
  if (setup?.choice.kind !== "chosen") return [];
  const { fields } = setup;
  return setup.choice.variant.fields
    .filter(({ name, required }) => !required && !fields.some((property) => property.name === name))
    .map(({ name }) => name);
}

function referencesIn(document: TextDocument, { text, referenceTexts }: SetupFile): readonly ReferenceAt[] {
  return referenceTexts.flatMap(({ node, parsed }) => {
    const property = pathTo(node);
    return placed(text, node, parsed).map(({ reference: { kind, name }, start, end }) => ({
      kind,
      name,
      range: rangeBetween(document, start, end),
      property,
    }));
  });
}
