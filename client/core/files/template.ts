import * as l10n from "@vscode/l10n";
import type { Variant } from "../../../schemas/variants.js";
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
 * Returns a setup file with empty values and a comment that lists the optional fields.
 * @returns `cursor`: offset of the first empty value in UTF-16 code units.
 */
export function setupFileTemplate(target: Pick<SetupText, "id" | "tenantHost" | "variant">): {
  readonly text: string;
  readonly cursor: number;
} {
  const { title, description } = target.variant;
  const text = setupFileText({
    ...target,
    comment: joinSentences(l10n.t("{0}.", capitalize(l10n.t(title))), l10n.t(description)),
    valueOf: ({ allowed }) => allowed?.[0] ?? "",
    describeOptional: (fields) =>
      fields.length > 0 ? [l10n.t("optional: {0}", fields.map(({ name }) => name).join(", "))] : [],
  });
  return { text, cursor: text.indexOf('""') + 1 };
}
