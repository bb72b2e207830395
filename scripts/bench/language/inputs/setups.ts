import type { Variant } from "../../../../schemas/variants.js";
import type { Random } from "../../measure/random.js";
import { entry, type Entry } from "./layout.js";
import { hostname, referenceTo, valueOf } from "./values.js";

/** What a generated setup is like. */
export interface SetupOptions {
  /** How secrets are given: as references, or as they are. */
  readonly secrets: "references" | "plain";
  /** Whether optional fields are there too; each by chance if not given. */
  readonly optional?: boolean;
}

/** The properties of a setup that fits a variant: its fields in the order of its schema, with values its schema allows. */
export function setupOf(variant: Variant, random: Random, { secrets, optional }: SetupOptions): Entry[] {
  const fields = variant.fields.filter(({ required }) => required || (optional ?? random.next() < 0.7));
  return [
    entry("type", variant.type),
    ...fields.map((field) =>
      entry(field.name, field.secret && secrets === "references" ? referenceTo(field, random) : valueOf(field, random)),
    ),
  ];
}

/** The properties of a full file around a setup. */
export function fileAround(setup: Entry[], random: Random): Entry[] {
  return [
    entry("id", `ac_${random.token(20)}`),
    entry("tenant", hostname(random)),
    entry("name", `Billing ${random.token(6)}`),
    entry("setup", setup),
  ];
}
