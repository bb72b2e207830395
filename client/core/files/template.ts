import * as l10n from "@vscode/l10n";
import type { Variant } from "../../../schemas/variants.js";
import { capitalize, joinSentences } from "../text/locale.js";

export interface TemplateTarget {
  readonly id?: string | undefined;
  readonly tenantHost?: string | undefined;
  readonly variant: Variant;
}

export interface Template {
  readonly text: string;
  /** Offset in UTF-16 code units of the first empty value. */
  readonly cursor: number;
}

/** A setup file with the variant's required fields, their values empty. A comment lists the optional ones. */
export function setupFileTemplate({ id, tenantHost, variant }: TemplateTarget): Template {
  const fields = variant.fields.filter((field) => field.required);
  const shown = fields.length > 0 ? fields : variant.fields.slice(0, 1);
  const optional = variant.fields.filter((field) => !shown.includes(field)).map(({ name }) => name);
  const setup = [
    `    "type": ${JSON.stringify(variant.type)}`,
    ...shown.map((field) => `    ${JSON.stringify(field.name)}: ${JSON.stringify(field.allowed?.[0] ?? "")}`),
  ].join(",\n");
  const lines = [
    "{",
    ...(id === undefined ? [] : [`  "id": ${JSON.stringify(id)},`]),
    ...(tenantHost === undefined ? [] : [`  "tenant": ${JSON.stringify(tenantHost)},`]),
    `  // ${joinSentences(l10n.t("{0}.", capitalize(l10n.t(variant.title))), l10n.t(variant.description))}`,
    `  "setup": {`,
    setup,
    ...(optional.length > 0 ? [`    // ${l10n.t("optional: {0}", optional.join(", "))}`] : []),
    "  }",
    "}",
    "",
  ];
  const text = lines.join("\n");
  return { text, cursor: text.indexOf('""') + 1 };
}
