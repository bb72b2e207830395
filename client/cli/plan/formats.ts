import path from "node:path";
import { data, github, property } from "../../../server/src/cli/formats/github.js";
import { pathFrom, rootOf } from "../../../server/src/cli/paths.js";
import { visible, visibleJson } from "../../../server/src/cli/visible.js";
import { table, type Style } from "../output/table.js";
import type { PlanDocument, PlanEntry, PlanStatus } from "./document.js";
import type { Planned } from "./makePlan.js";

/** What a plan is printed from. */
export interface PrintedPlan {
  readonly document: PlanDocument;
  readonly planned: readonly Planned[];
  readonly root: string;
  readonly cwd: string;
  readonly colours: boolean;
}

/** The ways to print a plan, by the names they are asked for with. */
export const PLAN_FORMATS = { text, json, github: annotations, markdown } as const satisfies Readonly<
  Record<string, (plan: PrintedPlan) => string>
>;

const WORDS: Readonly<Record<PlanStatus, readonly [word: string, style: Style]>> = {
  update: ["update", "green"],
  unchanged: ["unchanged", "dim"],
  drifted: ["drifted", "yellow"],
  unknown: ["unknown", "yellow"],
  refused: ["refused", "red"],
};

function text({ document: { files }, colours }: PrintedPlan): string {
  const shown = files.filter(({ status }) => status !== "unchanged");
  const rows = shown.map((entry) => {
    const [word, style] = WORDS[entry.status];
    return [{ text: word, style }, entry.file, entry.tenant ?? "", entry.id ?? "", sent(entry)];
  });
  const notes = shown.flatMap(({ file, notes: all }) => all.map((note) => `${visible(file)}: ${visible(note)}\n`));
  const listed = table(["", "File", "Tenant", "Connection", "Sends"], rows, colours);
  return [listed, notes.join(""), `${summary(files)}\n`].filter((part) => part !== "").join("\n");
}

/** What is sent, by name, and where each value comes from. */
function sent({ properties, references, leftOut }: PlanEntry): string {
  const named = properties.map((name) => {
    const from = references.filter((one) => one.property === name || one.property.startsWith(`${name}.`));
    return from.length === 0 ? name : `${name} (from ${from.map((one) => `${one.kind} ${one.name}`).join(", ")})`;
  });
  const without =
    leftOut.length > 0 && properties.some((name) => name.startsWith("setup"))
      ? `; left out: ${leftOut.join(", ")}`
      : "";
  return named.join(", ") + without;
}

/** How many files there are of each kind, in one line. */
function summary(files: readonly Pick<PlanEntry, "status">[]): string {
  const count = (status: PlanStatus) => files.filter((entry) => entry.status === status).length;
  const drifted = count("drifted");
  const unknown = count("unknown");
  const refused = count("refused");
  return [
    `${count("update")} to update`,
    `${count("unchanged")} unchanged`,
    ...(drifted > 0 ? [`${drifted} changed on the service`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(", ");
}

function json({ document }: PrintedPlan): string {
  return jsonText(document);
}

const COMMANDS = {
  update: "notice",
  unchanged: "notice",
  drifted: "warning",
  unknown: "warning",
  refused: "error",
} as const;

function annotations({ document: { files }, planned, root, cwd }: PrintedPlan): string {
  const checkout = rootOf(cwd);
  const surroundings = { cwd, root: checkout, colours: false, version: "", explanations: () => "" };
  const lines = files.flatMap((entry) => {
    if (entry.status === "unchanged") return [];
    const file = planned.find((one) => one.entry.file === entry.file)?.file;
    const errors = (file?.problems ?? []).filter(({ severity }) => severity === "error");
    if (file && errors.length > 0) return [github(surroundings).file({ path: file.path, problems: errors })];
    const about = [...(entry.properties.length > 0 ? [`Sends ${sent(entry)}.`] : []), ...entry.notes].join(" ");
    const place = property(pathFrom(checkout, path.join(root, entry.file)));
    return [
      `::${COMMANDS[entry.status]} file=${place},line=1,title=${property(`vaultconn ${WORDS[entry.status][0]}`)}::${data(about)}\n`,
    ];
  });
  return `${lines.join("")}${summary(files)}\n`;
}

/** For the comment of a pull request, or a summary of a run. */
export function markdown({ document: { files } }: PrintedPlan): string {
  const shown = files.filter(({ status }) => status !== "unchanged");
  const rows = shown.map(
    (entry) =>
      `| ${WORDS[entry.status][0]} | ${[entry.file, entry.tenant ?? "", entry.id ?? "", sent(entry)].map(code).join(" | ")} |\n`,
  );
  const head = rows.length === 0 ? "" : `\n| | File | Tenant | Connection | Sends |\n|---|---|---|---|---|\n`;
  const notes = shown.flatMap(({ file, notes: all }) => all.map((note) => `- ${code(file)}: ${inert(note)}\n`));
  return `### vaultconn plan\n\n${summary(files)}\n${head}${rows.join("")}${notes.length > 0 ? `\n${notes.join("")}` : ""}`;
}

/** Text in which nothing is a link, a mention, a picture or another cell. */
function code(given: string): string {
  if (given === "") return "";
  return `\`${visible(given).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

function inert(given: string): string {
  return visible(given).replace(/[\\`*_{}[\]<>()#+!|@~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Any other data as JSON text, in which nothing steers a terminal. */
export function jsonText(value: unknown): string {
  return `${visibleJson(value)}\n`;
}
