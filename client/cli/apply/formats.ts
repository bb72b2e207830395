import { visible } from "../../../server/src/cli/visible.js";
import { jsonText } from "../plan/formats.js";
import { table, type Style } from "../output/table.js";
import type { FileOutcome } from "./results.js";

/** The ways to print outcomes, by the names they are asked for with. */
export const OUTCOME_FORMATS = {
  text,
  json: (outcomes: readonly FileOutcome[]) => jsonText({ version: 1, outcomes }),
} as const;

const WORDS: Readonly<Record<FileOutcome["counts"], readonly [string, Style]>> = {
  success: ["applied", "green"],
  failure: ["not applied", "red"],
  open: ["not known", "yellow"],
};

function text(outcomes: readonly FileOutcome[], colours: boolean): string {
  const rows = outcomes.map(({ counts, file, tenant, id }) => {
    const [word, style] = WORDS[counts];
    return [{ text: word, style }, file, tenant, id];
  });
  const said = outcomes.filter(({ counts }) => counts !== "success");
  const sentences = said.map((one) => `${visible(one.file)}: ${visible(one.text)}\n`).join("");
  const count = (counts: FileOutcome["counts"]) => outcomes.filter((one) => one.counts === counts).length;
  const summary =
    outcomes.length === 0
      ? "Nothing to do.\n"
      : `${count("success")} applied, ${count("failure")} not applied, ${count("open")} not known\n`;
  return [table(["", "File", "Tenant", "Connection"], rows, colours), sentences, summary].filter(Boolean).join("\n");
}
