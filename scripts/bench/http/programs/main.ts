/** Compares the extension's client with other HTTP clients: node main.mjs <project root> [--quick] */
import { fileURLToPath } from "node:url";
import { effort } from "../../measure/effort.js";
import { Random } from "../../measure/random.js";
import { interleave, seriesOf } from "../../measure/rounds.js";
import { ratios, summarize } from "../../measure/statistics.js";
import { duration, megabytes, printTable, ratio } from "../../measure/table.js";
import { report, startService } from "../child.js";
import type { Target } from "../clients/lister.js";
import type { ListingReport, MemoryReport } from "../report.js";

const CONNECTIONS = 100_100;
/** Enough for one page, to compare the time until its rows are there. */
const FEW = 100;
/** How many requests at once: as many as ours makes, and half of that, since some of the others are better off with fewer. */
const CONCURRENCIES = [16, 8] as const;
const PEERS = ["undici", "fetch", "got", "axios"] as const;

type Client = "ours" | (typeof PEERS)[number];
type Name = `${Client} ${(typeof CONCURRENCIES)[number]}`;

const OURS = "ours 16";
const NAMES: readonly Name[] = [
  OURS,
  ...PEERS.flatMap((peer) => CONCURRENCIES.map((concurrency): Name => `${peer} ${concurrency}`)),
];

const root = process.argv[2] ?? process.cwd();
const { rounds } = effort();
const list = fileURLToPath(new URL("list.mjs", import.meta.url));
const memory = fileURLToPath(new URL("memory.mjs", import.meta.url));

await compareListings(0, rounds(7, 2));
await compareListings(20, rounds(3, 1));
await compareMemory(rounds(3, 1));
await compareFirstRows(rounds(3, 2));

async function compareListings(serviceTime: number, count: number): Promise<void> {
  await withService(CONNECTIONS, serviceTime, async (target) => {
    // Records are made up when they are first asked for.
    await listed("undici 16", target, CONNECTIONS);
    const reports = await runRounds(count, (name) => listed(name, target, CONNECTIONS));
    const total = (name: Name): number[] => seriesOf(reports, name).map((each) => each.total);
    const processor = (name: Name): number[] => seriesOf(reports, name).map((each) => each.processor);
    printTable(
      `Listing ${CONNECTIONS} connections, ${serviceTime} ms service time, ${count} rounds`,
      ["client, requests at once", "time", "processor", "first rows", "its time / ours", "processor: ours / its"],
      NAMES.map((name) => [
        name,
        duration(summarize(total(name)).median),
        duration(summarize(processor(name)).median),
        duration(summarize(seriesOf(reports, name).map((each) => each.firstRows)).median),
        name === OURS ? "" : ratio(ratios(total(name), total(OURS))),
        name === OURS ? "" : ratio(ratios(processor(OURS), processor(name))),
      ]),
    );
  });
}

/** How soon the first rows are there must not depend on how many there are in all. */
async function compareFirstRows(count: number): Promise<void> {
  await withService(CONNECTIONS, 20, async (many) => {
    await withService(FEW, 20, async (few) => {
      const figures = await interleave(["of many", "of few"], count, new Random(count), async (which) =>
        which === "of many"
          ? (await listed(OURS, many, CONNECTIONS)).firstRows
          : (await listed(OURS, few, FEW)).firstRows,
      );
      printTable(
        "Until the first rows are there, ours, 20 ms service time",
        ["rows in all", "first rows"],
        [
          [String(FEW), duration(summarize(seriesOf(figures, "of few")).median)],
          [String(CONNECTIONS), duration(summarize(seriesOf(figures, "of many")).median)],
        ],
      );
    });
  });
}

async function compareMemory(count: number): Promise<void> {
  await withService(CONNECTIONS, 0, async (target) => {
    const reports = new Map<string, MemoryReport[]>();
    for (let round = 0; round < count; round++) {
      for (const what of ["store", "parsed"])
        reports.set(what, [...(reports.get(what) ?? []), await report<MemoryReport>(memory, what, target)]);
    }
    const row = (name: string, what: string): string[] => {
      const each = seriesOf(reports, what);
      return [
        name,
        ...(["heap", "all"] as const).map((figure) => megabytes(summarize(each.map((one) => one[figure])).median)),
      ];
    };
    printTable(
      `Memory for ${CONNECTIONS} rows, over the same without any`,
      ["rows", "heap", "heap and buffers"],
      [row("in the store", "store"), row("as JSON.parse makes them", "parsed")],
    );
  });
}

async function runRounds(
  count: number,
  run: (name: Name) => Promise<ListingReport>,
): Promise<ReadonlyMap<Name, readonly ListingReport[]>> {
  const reports = new Map<Name, ListingReport[]>(NAMES.map((name) => [name, []]));
  await interleave(NAMES, count, new Random(count), async (name) => {
    const one = await run(name);
    reports.get(name)?.push(one);
    return one.total;
  });
  return reports;
}

async function listed(name: Name, target: Target, expected: number): Promise<ListingReport> {
  const [client = "", concurrency] = name.split(" ");
  const one = await report<ListingReport>(list, client, { ...target, concurrency: Number(concurrency) });
  if (one.rows !== expected) throw new Error(`${name} listed ${one.rows} of ${expected} connections.`);
  return one;
}

async function withService(
  connections: number,
  serviceTime: number,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const service = await startService(root, connections, serviceTime);
  try {
    await work({ baseUrl: service.baseUrl, accessToken: service.accessToken, concurrency: CONCURRENCIES[0] });
  } finally {
    await service.stop();
  }
}
