import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { setupFileTemplate } from "../../../client/core/files/template.js";
import { variants } from "../../../schemas/variants.js";

describe("the text of a new setup file", () => {
  it.each(variants.map((variant) => [`${variant.number} ${variant.title}`, variant] as const))(
    "has what variant %s requires",
    (_title, variant) => {
      const target = { id: "ac_1", tenantHost: "acme.example.com:8443", variant };
      const { text, cursor } = setupFileTemplate(target, ["Acme", "Bestellungen (Ö)"], ["ACME_BESTELLUNGEN_O_TOKEN"]);
      const errors: never[] = [];
      const file = parse(text, errors) as { id: string; tenant: string; setup: Record<string, unknown> };
      expect(errors).toEqual([]);
      expect(text).toMatch(/^ {2}\/\/ \p{Lu}/mu);
      expect(file).toMatchObject({ id: "ac_1", tenant: "acme.example.com:8443", setup: { type: variant.type } });
      const required = variant.fields.filter((field) => field.required).map(({ name }) => name);
      expect(Object.keys(file.setup)).toEqual(expect.arrayContaining(required));
      expect(Object.keys(file.setup).length).toBeLessThanOrEqual(required.length + 2);
      if (cursor > 0) expect(text.slice(cursor - 1)).toMatch(/^"(?:"|\$\{secret:)/);
      for (const { name } of variant.fields.filter((field) => field.secret && field.name in file.setup))
        expect(file.setup[name]).toMatch(
          name === "token"
            ? "${secret:ACME_BESTELLUNGEN_O_TOKEN_2}"
            : `\${secret:ACME_BESTELLUNGEN_O_${name.toUpperCase()}}`,
        );
    },
  );
});
