import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { variants } from "../../../schemas/variants.js";
import { write } from "../language/inputs/layout.js";
import { fileAround, setupOf } from "../language/inputs/setups.js";
import { Random } from "../measure/random.js";

/** Files in one folder of the tree. */
const PER_FOLDER = 100;

/** What a tree of setup files is like. */
export interface Tree {
  readonly folder: string;
  readonly files: number;
  /** One in so many has a field whose name is misspelt; 0 for none. */
  readonly faultyOneIn: number;
}

/** Writes a tree of setup files, plain JSON, the sixteen variants in turn. */
export function writeTree({ folder, files, faultyOneIn }: Tree): void {
  const random = new Random(files);
  for (let number = 0; number < files; number++) {
    const variant = variants[number % variants.length];
    if (!variant) throw new Error("There are no variants.");
    const inner = join(folder, `team-${Math.floor(number / PER_FOLDER)}`);
    if (number % PER_FOLDER === 0) mkdirSync(inner, { recursive: true });
    const setup = setupOf(variant, random, { secrets: "references" });
    const last = setup.at(-1);
    if (last && faultyOneIn > 0 && number % faultyOneIn === 0) last.key = last.key.replace(/^"(.)(.)/, '"$2$1');
    writeFileSync(join(inner, `connection-${number}.vaultconn.json`), write(fileAround(setup, random)).text);
  }
}
