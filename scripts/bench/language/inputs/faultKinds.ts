import { setupTypes, variantsOfType, type Variant } from "../../../../schemas/variants.js";
import type { Field } from "../../../../schemas/fields.js";
import type { Random } from "../../measure/random.js";
import { entry, type Entry, type EntryPlace } from "./layout.js";
import { misspellings } from "./misspellings.js";

/** A valid file to plant a fault in, by changing its properties. */
interface Soil {
  readonly variant: Variant;
  readonly root: Entry[];
  readonly setup: Entry[];
  /** Whether the root is itself the setup. */
  readonly bare: boolean;
  readonly random: Random;
}

/** A fault that was planted. */
interface Planted {
  /** Where a message belongs: on one of these, or, where something is missing, at the head of the setup. */
  readonly at: "setup" | readonly (readonly [Entry, keyof EntryPlace])[];
  /** A place just as good as the head of the setup. */
  readonly also?: Entry;
  readonly names?: string;
  readonly right?: string;
}

/** A kind of fault. Plants nothing where a variant cannot have it. */
interface FaultKind {
  readonly name: string;
  readonly plant: (soil: Soil) => Planted | undefined;
}

const UNKNOWN = ["colour", "comment", "owner", "retries", "labels"];
const READ_ONLY = ["app_id", "ready", "created_at", "fingerprint"];
const OTHER_TYPES = ["PASSWORD", "CERTIFICATE", "SAML"];
const WRONG_FORMATS = {
  "https-url": ["http://api.example.com/x", "api.example.com", "https:///x"],
  "host-port": ["https://example.com", "two words.example.com", "example.com/path"],
  hostname: ["https://example.com", "two words.example.com", "-x.example.com"],
  email: ["flows.example.com", "flows@", "a b@example.com"],
};

export const faultKinds: readonly FaultKind[] = [
  kind("misspelt field", ({ variant, setup, random }) => {
    const [field, written] =
      pickField(variant, setup, random, ({ name, required }) => name.length > 2 && (required || variant.closed)) ?? [];
    const wrong = field && random.pick(misspellings(field.name, variant));
    if (!field || !written || wrong === undefined) return undefined;
    written.key = JSON.stringify(wrong);
    // In an open variant the name is allowed, so what is wrong is that a required field is missing.
    return variant.closed
      ? { at: [[written, "key"]], names: wrong, right: field.name }
      : { at: "setup", also: written, names: field.name, right: field.name };
  }),
  kind("unknown field", ({ variant, setup, random }) =>
    variant.closed ? inserted(setup, random.pick(UNKNOWN), random) : undefined,
  ),
  kind("unknown property of the file", ({ root, bare, random }) =>
    bare ? undefined : inserted(root, random.pick(UNKNOWN), random),
  ),
  kind("read-only property", ({ root, bare, random }) =>
    bare ? undefined : inserted(root, random.pick(READ_ONLY), random),
  ),
  kind("missing field", ({ variant, setup, random }) => {
    const [field, written] = pickField(variant, setup, random, ({ required }) => required) ?? [];
    if (!field || !written || isWholeWithout(variant, field)) return undefined;
    setup.splice(setup.indexOf(written), 1);
    return { at: "setup", names: field.name };
  }),
  kind("missing type", ({ variant, setup, bare }) => {
    // Without fields and type, a setup is a valid one of OAUTH_JWT.
    if (bare || !variant.typeRequired || setup.length < 2) return undefined;
    setup.shift();
    return { at: "setup", names: "type" };
  }),
  kind("unknown type", ({ variant, setup, random }) =>
    changed(setup[0], JSON.stringify(random.pick([...OTHER_TYPES, ...misspeltTypes(variant.type)]))),
  ),
  kind("duplicate field", ({ setup, random }) => {
    const again = random.pick(setup);
    const copy = { ...again };
    setup.push(copy);
    return { at: [[copy, "key"]] };
  }),
  kind("value of a wrong type", ({ variant, setup, random }) =>
    changed(pickField(variant, setup, random)?.[1], random.pick(["5", "true", "null", "{}", "[]", "12.5"])),
  ),
  kind("value not allowed", ({ variant, setup, random }) => {
    const [field, written] = pickField(variant, setup, random, ({ allowed }) => allowed !== undefined) ?? [];
    return changed(written, JSON.stringify(random.pick([field?.allowed?.[0]?.toLowerCase() ?? "", "BODY", "NONE"])));
  }),
  kind("value too long", ({ variant, setup, root, bare, random }) => {
    if (!bare && random.next() < 0.4)
      return changed(
        root.find(({ key }) => key === '"name"'),
        JSON.stringify(random.token(151)),
      );
    const [field, written] =
      pickField(
        variant,
        setup,
        random,
        ({ maxLength, allowed, format }) => maxLength !== undefined && !allowed && !format,
      ) ?? [];
    return changed(written, JSON.stringify(random.token((field?.maxLength ?? 0) + 1)));
  }),
  kind("value too short", ({ variant, setup, root, bare, random }) => {
    if (!bare && random.next() < 0.4) return changed(root[random.pick([0, 2])], '""');
    return changed(
      pickField(variant, setup, random, ({ minLength, format }) => minLength !== undefined && !format)?.[1],
      '""',
    );
  }),
  kind("value of a wrong format", ({ variant, setup, random }) => {
    const [field, written] = pickField(variant, setup, random, ({ format }) => format !== undefined) ?? [];
    return field?.format && changed(written, JSON.stringify(random.pick(WRONG_FORMATS[field.format])));
  }),
  kind("setup that is no object", ({ root, bare, random }) =>
    bare ? undefined : changed(root.at(-1), random.pick(['"BEARER"', "[]", "null", "1"])),
  ),
  kind("comma missing", ({ setup, random }) => {
    const index = random.below(setup.length - 1);
    const [before, after] = setup.slice(index);
    if (!before || !after) return undefined;
    before.comma = "";
    return {
      at: [
        [before, "value"],
        [after, "key"],
      ],
    };
  }),
  kind("colon missing", ({ setup, random }) => {
    const written = random.pick(setup);
    written.colon = " ";
    return {
      at: [
        [written, "key"],
        [written, "value"],
      ],
    };
  }),
];

function kind(name: string, plant: FaultKind["plant"]): FaultKind {
  return { name, plant };
}

type FieldWritten = readonly [Field, Entry];

/** A field of a setup, of those that fit. */
function pickField(
  variant: Variant,
  setup: readonly Entry[],
  random: Random,
  fits: (field: Field) => boolean = () => true,
): FieldWritten | undefined {
  const fields = variant.fields.filter(fits).flatMap((field): FieldWritten[] => {
    const written = setup.find(({ key }) => key === JSON.stringify(field.name));
    return written ? [[field, written]] : [];
  });
  return fields.length > 0 ? random.pick(fields) : undefined;
}

function changed(written: Entry | undefined, value: string): Planted | undefined {
  if (!written) return undefined;
  written.value = value;
  return { at: [[written, "value"]] };
}

function inserted(entries: Entry[], name: string, random: Random): Planted {
  const extra = entry(name, random.token(8));
  entries.splice(random.below(entries.length + 1), 0, extra);
  return { at: [[extra, "key"]], names: name };
}

/** Whether another variant of the type has just the other fields, so that nothing is wrong without this one. */
function isWholeWithout(variant: Variant, field: Field): boolean {
  const others = variant.fields.filter(({ name }) => name !== field.name).map(({ name }) => name);
  return variantsOfType(variant.type).some(
    ({ fields }) => fields.length === others.length && fields.every(({ name }) => others.includes(name)),
  );
}

function misspeltTypes(type: string): readonly string[] {
  return [type.toLowerCase(), `${type.slice(0, 2)}${type.slice(3)}`, `${type}S`].filter(
    (word) => !setupTypes.includes(word),
  );
}
