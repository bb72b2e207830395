/** Measures the command line: node main.mjs <project root> [--quick] */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { timeOf } from "../../check/run.js";
import { startService } from "../../http/child.js";
import { effort } from "../../measure/effort.js";
import { Random } from "../../measure/random.js";
import { interleave, seriesOf } from "../../measure/rounds.js";
import { ratios, summarize } from "../../measure/statistics.js";
import { duration, megabytes, printTable, ratio } from "../../measure/table.js";

const FILES = 1000;
const CONNECTIONS = 10_000;

const root = process.argv[2] ?? process.cwd();
const { rounds } = effort();
const command = join(root, "dist/cli.js");
const oneByOne = fileURLToPath(new URL("one-by-one.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "vaultconn-bench-"));
process.once("exit", () => {
  rmSync(folder, { recursive: true, force: true });
});
/** Has a program tell in the end what it used. */
const usage = join(folder, "usage.cjs");
const told = join(folder, "usage.json");
writeFileSync(
  usage,
  `process.on("exit", () => require("fs").writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.resourceUsage())));`,
);

await compareStart();
await comparePlan(0);
await comparePlan(20);
await measurePull();

/** How long it takes to answer, next to a Node that does nothing. */
async function compareStart(): Promise<void> {
  const programs = { "vaultconn --version": [command, "--version"], "node -e 0": ["-e", "0"] } as const;
  const names = ["vaultconn --version", "node -e 0"] as const;
  const figures = await interleave(names, rounds(31, 9), new Random(1), async (name) => {
    const time = await timeOf(["-r", usage, ...programs[name]], [0]);
    return { time, ...used() };
  });
  const [ours = [], floor = []] = names.map((name) => seriesOf(figures, name));
  const rows = (["time", "processor"] as const).map((measure) => {
    const [own, its] = [ours, floor].map((series) => series.map((figure) => figure[measure]));
    const medians = [own, its].map((series) => duration(summarize(series ?? []).median));
    return [measure, ...medians, ratio(ratios(own ?? [], its ?? []))];
  });
  printTable("Start", ["", ...names, "ours / its"], rows);
}

/** What the program that ran last has used: processor time in milliseconds, and bytes. */
function used(): { readonly processor: number; readonly bytes: number } {
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(told, "utf8")) as NodeJS.ResourceUsage;
  return { processor: (userCPUTime + systemCPUTime) / 1000, bytes: maxRSS * 1024 };
}

/** A plan against the same reads one after the other, which neither check files nor compare anything. */
async function comparePlan(serviceTime: number): Promise<void> {
  const service = await startService(root, CONNECTIONS, serviceTime);
  try {
    Object.assign(process.env, {
      VAULTCONN_TENANT: service.baseUrl,
      VAULTCONN_ACCESS_TOKEN: service.accessToken,
      VAULTCONN_SECRET_TOKEN: "a value",
      VAULTCONN_STATE: join(folder, "state"),
    });
    const files = join(folder, `files-${serviceTime}`);
    mkdirSync(files);
    // One connection in ten gets a file, so that every page is needed.
    await timeOf([command, "pull", "--root", files, "--variant", "bearer", "--pattern", "TOKEN_{field}"], [0]);
    const names = readdirSync(files).sort();
    for (const [at, name] of names.entries()) {
      const full = join(files, name);
      if (at % (CONNECTIONS / FILES) !== 0) rmSync(full);
      else {
        const { id, tenant } = JSON.parse(readFileSync(full, "utf8").replace(/^\s*\/\/.*$/gm, "")) as Record<
          string,
          string
        >;
        writeFileSync(full, JSON.stringify({ id, tenant, setup: { type: "BEARER", token: "${secret:TOKEN}" } }));
      }
    }
    const programs = {
      "vaultconn plan": ["-r", usage, command, "plan", "--root", files, "--format", "json"],
      "plain fetch, one by one": ["-r", usage, oneByOne, files],
    } as const;
    const contestants = ["vaultconn plan", "plain fetch, one by one"] as const;
    const figures = await interleave(contestants, rounds(7, 2), new Random(serviceTime), async (name) => {
      const time = await timeOf(programs[name], [0, 2]);
      return { time, ...used() };
    });
    const series = (name: (typeof contestants)[number]) => seriesOf(figures, name);
    const times = (name: (typeof contestants)[number]) => series(name).map(({ time }) => time);
    printTable(
      `Plan of ${FILES} files in a tenant of ${CONNECTIONS} connections, ${serviceTime} ms service time`,
      ["program", "time", "memory", "its time / ours"],
      contestants.map((name) => [
        name,
        duration(summarize(times(name)).median),
        megabytes(summarize(series(name).map(({ bytes }) => bytes)).median),
        name === "vaultconn plan" ? "" : ratio(ratios(times(name), times("vaultconn plan"))),
      ]),
    );
  } finally {
    await service.stop();
  }
}

/** Setup files for all connections, the reading of the list included. */
async function measurePull(): Promise<void> {
  const service = await startService(root, CONNECTIONS, 0);
  try {
    Object.assign(process.env, { VAULTCONN_TENANT: service.baseUrl, VAULTCONN_ACCESS_TOKEN: service.accessToken });
    const files = join(folder, "pulled");
    mkdirSync(files);
    const pull = [command, "pull", "--root", files, "--variant", "bearer"];
    const first = await timeOf(pull, [0]);
    const again = await timeOf(pull, [0]);
    printTable(
      `Pull of ${CONNECTIONS} connections`,
      ["run", "time"],
      [
        ["the first, which writes all files", duration(first)],
        ["the second, which writes none", duration(again)],
      ],
    );
  } finally {
    await service.stop();
  }
}
