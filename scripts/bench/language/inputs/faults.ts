import { variants, type Variant } from "../../../../schemas/variants.js";
import { Random } from "../../measure/random.js";
import { faultKinds } from "./faultKinds.js";

import { write, type Entry, type Span, type Written } from "./layout.js";
import { fileAround, setupOf } from "./setups.js";

/** A text with one fault at a known place. */
export interface FaultySample {
  readonly text: string;
  readonly kind: string;
  readonly variant: number;
  /** A message belongs on one of these; mostly there is one. */
  readonly places: readonly Span[];
  /** What a message has to hold to name the fault; empty where the place says it all. */
  readonly names: string;
  /** For a misspelt name, the right one. */
  readonly right: string | undefined;
}

/**
 * Texts with one fault each, no two alike: a valid setup of each variant in turn, generated from its schema, in a full
 * file or bare, and in it one fault of each kind in turn, as far as the variant can have it.
 */
export function generateFaults(count: number): readonly FaultySample[] {
  const random = new Random(count);
  const samples: FaultySample[] = [];
  const texts = new Set<string>();
  for (let turn = 0; samples.length < count; turn++) {
    const kind = faultKinds[turn % faultKinds.length];
    const variant = variants[Math.floor(turn / faultKinds.length) % variants.length];
    if (!kind || !variant) throw new RangeError("There is no kind or no variant.");
    const sample = plant(kind, variant, random);
    if (!sample || texts.has(sample.text)) continue;
    texts.add(sample.text);
    samples.push(sample);
  }
  return samples;
}

function plant(kind: (typeof faultKinds)[number], variant: Variant, random: Random): FaultySample | undefined {
  const setup = setupOf(variant, random, { secrets: random.next() < 0.5 ? "references" : "plain" });
  const bare = random.next() < 0.25;
  const file = fileAround(setup, random);
  const root = bare ? setup : file;
  const holder = bare ? undefined : file.at(-1);
  const fault = kind.plant({ variant, root, setup, bare, random });
  if (!fault) return undefined;
  const written = write(root);
  const places =
    fault.at === "setup"
      ? [...headsOf(setup, holder, written), ...(fault.also ? [written.placeOf(fault.also).key] : [])]
      : fault.at.map(([each, part]) => written.placeOf(each)[part]);
  return {
    text: written.text,
    kind: kind.name,
    variant: variant.number,
    places,
    names: fault.names ?? "",
    right: fault.right,
  };
}

/** Where one may say that something is missing in a setup: at its brace, its key, or the value of its type. */
function headsOf(setup: readonly Entry[], holder: Entry | undefined, { placeOf }: Written): readonly Span[] {
  const type = setup.find(({ key }) => key === '"type"');
  const start = holder ? placeOf(holder).value.start : 0;
  return [{ start, end: start + 1 }, ...(holder ? [placeOf(holder).key] : []), ...(type ? [placeOf(type).value] : [])];
}
