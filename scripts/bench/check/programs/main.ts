/** Compares the command `check` with ajv-cli: node main.mjs <project root> [--quick] */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { effort } from "../../measure/effort.js";
import { Random } from "../../measure/random.js";
import { interleave, seriesOf } from "../../measure/rounds.js";
import { ratios, summarize } from "../../measure/statistics.js";
import { duration, printTable, ratio } from "../../measure/table.js";
import { writeTree, type Tree } from "../files.js";
import { timeOf } from "../run.js";

const FILES = 10_000;
const NAMES = ["ours", "ajv-cli"] as const;

const root = process.argv[2] ?? process.cwd();
const { rounds } = effort();
const folder = mkdtempSync(join(tmpdir(), "vaultconn-bench-"));
process.once("exit", () => {
  rmSync(folder, { recursive: true, force: true });
});

await compare("10,000 valid files", { folder: join(folder, "valid"), files: FILES, faultyOneIn: 0 }, [0]);
await compare(
  "10,000 files, one in ten with a misspelt field",
  { folder: join(folder, "faulty"), files: FILES, faultyOneIn: 10 },
  [1],
);
await compare("one valid file", { folder: join(folder, "one"), files: 1, faultyOneIn: 0 }, [0]);

async function compare(heading: string, tree: Tree, expected: readonly number[]): Promise<void> {
  writeTree(tree);
  const commands = commandsFor(tree.folder);
  // Files that were just written are read from the disk's cache from here on, by both.
  for (const name of NAMES) await timeOf(commands[name], expected);
  const figures = await interleave(NAMES, rounds(9, 3), new Random(tree.files), (name) =>
    timeOf(commands[name], expected),
  );
  const ours = seriesOf(figures, "ours");
  printTable(
    `Checking ${heading}, from the start of the process to its end`,
    ["command", "time", "files per second", "its time / ours"],
    NAMES.map((name) => {
      const series = seriesOf(figures, name);
      const { median } = summarize(series);
      return [
        name,
        duration(median),
        String(Math.round((1000 * tree.files) / median)),
        name === "ours" ? "" : ratio(ratios(series, ours)),
      ];
    }),
  );
}

/** Both are told to look for the same files, and print what they usually print, one line for each error. */
function commandsFor(tree: string): Readonly<Record<(typeof NAMES)[number], readonly string[]>> {
  const files = join(tree, "**/*.vaultconn.json");
  const ajv = [
    join(root, "scripts/bench/node_modules/ajv-cli/dist/index.js"),
    "validate",
    "-s",
    join(root, "dist/vaultconn.schema.json"),
    "-d",
    files,
    "-c",
    "ajv-formats",
    "--strict=false",
    "--errors=line",
  ];
  return { ours: [join(root, "dist/server.js"), "check", files], "ajv-cli": ajv };
}
