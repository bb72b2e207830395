import { variants, type Variant } from "../../../../schemas/variants.js";
import { Random } from "../../measure/random.js";
import { entry, write, type Entry } from "./layout.js";
import { fileAround, setupOf } from "./setups.js";
import { valueOf } from "./values.js";

/** A text to check, and what it is. */
export interface Sample {
  readonly text: string;
  readonly variant: number;
}

/** Texts of one size and kind. */
export interface Group {
  readonly name: string;
  readonly kind: "valid" | "faulty" | "plain secrets";
  readonly samples: readonly Sample[];
}

/** What makes a text long. */
type Bulk = "texts" | "properties";

const KINDS = ["valid", "faulty", "plain secrets"] as const;

/**
 * The texts whose checking is timed, generated from the variants' schemas:
 * - 500 B: one for each of the sixteen variants, a comment making up the length;
 * - larger ones of the variants that can be so large: with a long key (KEY_PAIR), or with many further properties
 *   (JWT, which is open).
 *
 * Of each there are three kinds: valid, with secrets as references; the same with the name of a required field misspelt;
 * and valid with secrets written in the file, about which the language server has a hint.
 */
export function timedGroups(): readonly Group[] {
  const large: (readonly [string, number, Bulk])[] = [
    ["9 KB, long texts", 9_000, "texts"],
    ["9 KB, many properties", 9_000, "properties"],
    ["1 MB, long texts", 1_000_000, "texts"],
    ["1 MB, many properties", 1_000_000, "properties"],
  ];
  return [
    ...KINDS.map((kind) => ({ name: "500 B", kind, samples: variants.map((variant) => small(variant, kind)) })),
    ...large.flatMap(([name, size, bulk]) =>
      KINDS.map((kind) => ({ name, kind, samples: [largeSample(size, bulk, kind)] })),
    ),
  ];
}

/** A text of one variant of about 500 bytes. */
export function small(variant: Variant, kind: Group["kind"], size = 500): Sample {
  const random = new Random(variant.number);
  const setup = setupOf(variant, random, {
    secrets: kind === "plain secrets" ? "plain" : "references",
    optional: true,
  });
  if (kind === "faulty") misspell(setup);
  const file = fileAround(setup, random);
  const missing = size - write(file).text.length;
  const { text } = write(
    file,
    missing > 4 ? `// ${"kept by the integrations team; ".repeat(20).slice(0, missing - 4)}\n` : "",
  );
  return { text, variant: variant.number };
}

/** A text of about a size that is a single file's doing: a long key, or many claims. */
export function largeSample(size: number, bulk: Bulk, kind: Group["kind"]): Sample {
  const random = new Random(size);
  const variant = variantNamed(bulk === "texts" ? "KEY_PAIR" : "JWT");
  const setup = setupOf(variant, random, { secrets: kind === "plain secrets" ? "plain" : "references" });
  const room = size - write(fileAround(setup, new Random(1))).text.length;
  if (bulk === "properties") {
    setup.push(...claims(room, random));
  } else {
    const longest = setup.find(({ key }) => key === '"public_key"');
    const field = variant.fields.find(({ name }) => name === "public_key");
    if (longest && field) longest.value = JSON.stringify(valueOf(field, random, room));
  }
  if (kind === "faulty") misspell(setup);
  return { text: write(fileAround(setup, new Random(1))).text, variant: variant.number };
}

/** Swaps the first two letters in the name of the last field. */
function misspell(setup: Entry[]): void {
  const fields = setup.filter(
    ({ key, value }) => key.length > 5 && typeof value === "string" && !key.startsWith('"claim') && key !== '"type"',
  );
  const field = fields.at(-1) ?? setup.at(-1);
  if (field) field.key = field.key.replace(/^"(.)(.)/, '"$2$1');
}

/** Further properties: text, number, list and object in turn. */
function claims(size: number, random: Random): Entry[] {
  const entries: Entry[] = [];
  for (let length = 0; length < size;) {
    const number = entries.length;
    const value = [
      random.token(30),
      number,
      ["read", "write", random.token(8)],
      { scope: random.token(12), nested: { active: true } },
    ][number % 4];
    const written: Entry = { ...entry(`claim_${number}`, ""), value: JSON.stringify(value) };
    entries.push(written);
    length += written.key.length + written.value.length + 8;
  }
  return entries;
}

function variantNamed(type: string): Variant {
  const variant = variants.find((candidate) => candidate.type === type);
  if (!variant) throw new Error(`There is no variant of type ${type}.`);
  return variant;
}
