import * as l10n from "@vscode/l10n";
import type { Variant } from "../../../schemas/variants.js";
import { newReferenceName, referenceText } from "../../../schemas/references.js";
import { capitalize, joinSentences } from "../text/locale.js";

type Field = Variant["fields"][number];

interface SetupText {
  readonly id?: string | undefined;
  readonly tenantHost?: string | undefined;
  readonly variant: Variant;
  readonly comment?: string;
  readonly valueOf: (field: Field) => string;
  /** Comment lines about the optional fields. */
  readonly describeOptional: (fields: readonly Field[]) => readonly string[];
}

/** Returns a setup file with the variant's required fields. If there are none, it has the first field. */
export function setupFileText({ id, tenantHost, variant, comment, valueOf, describeOptional }: SetupText): string {
  const required = variant.fields.filter((field) => field.required);
  const fields = required.length > 0 ? required : variant.fields.slice(0, 1);
  const optional = variant.fields.filter((field) => !fields.includes(field));
  const setup = [["type", variant.type], ...fields.map((field) => [field.name, valueOf(field)] as const)] as const;
  return [
    "{",
    ...(id === undefined ? [] : [`  "id": ${JSON.stringify(id)},`]),
    ...(tenantHost === undefined ? [] : [`  "tenant": ${JSON.stringify(tenantHost)},`]),
    ...(comment === undefined ? [] : [`  // ${comment}`]),
    `  "setup": {`,
    setup.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n"),
    ...describeOptional(optional).map((line) => `    // ${line}`),
    "  }",
    "}",
    "",
  ].join("\n");
}

/**
 * Returns a setup file with references to new secrets, other values empty, and a comment that lists the optional fields.
 * @param words the beginning of the names of its secrets, such as tenant and connection.
 * @param taken names of secrets that belong to other files.
 * @returns `cursor`: offset of the first value to fill in or to store, in UTF-16 code units.
 */
export function setupFileTemplate(
  target: Pick<SetupText, "id" | "tenantHost" | "variant">,
  words: readonly string[] = [],
  taken: readonly string[] = [],
): { readonly text: string; readonly cursor: number } {
  const { title, description } = target.variant;
  const secretFor = (name: string) =>
    referenceText({ kind: "secret", name: newReferenceName([...words, name], (one) => taken.includes(one)) });
  const text = setupFileText({
    ...target,
    comment: joinSentences(l10n.t("{0}.", capitalize(l10n.t(title))), l10n.t(description)),
    valueOf: ({ allowed, name, secret }) => allowed?.[0] ?? (secret ? secretFor(name) : ""),
    describeOptional: (fields) =>
      fields.length > 0 ? [l10n.t("optional: {0}", fields.map(({ name }) => name).join(", "))] : [],
  });
  return { text, cursor: text.search(/""|"\$\{/) + 1 };
}
