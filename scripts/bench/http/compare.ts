import { once } from "node:events";
import { createInterface } from "node:readline";

import { build } from "esbuild";
import { execa } from "execa";

import { duration, printTable, ratio, interleave, median, rounds } from "../measure.js";

/** Where to list, and how. */
export interface Target {
  readonly baseUrl: string;
  readonly accessToken: string;
  /** How many requests may be in progress at once. */
  readonly concurrency: number;
}

/** What a program that lists everything reports. Times are in milliseconds. */
export interface ListingReport {
  readonly rows: number;
  /** From the first request to the last record. */
  readonly total: number;
  /** From the first request until the rows of the first page are there. */
  readonly firstRows: number;
  /** Processor time of the program between the first request and the last record. */
  readonly processor: number;
}

/** How many requests at once: as many as ours makes, and half of that, since some others are faster with fewer. */
const CONCURRENCIES = [16, 8] as const;
const OURS = "ours 16";
const PEERS = ["undici", "fetch", "got", "axios"];
const NAMES = [OURS, ...PEERS.flatMap((peer) => CONCURRENCIES.map((concurrency) => `${peer} ${concurrency}`))];

/** The program that lists, as it would be shipped. Other packages are found from its folder: the benchmark's own first. */
const LISTING = "scripts/bench/node_modules/.cache/list.mjs";

/** Compares the extension's client with other HTTP clients at listing all connections of a service. */
export async function compareClients(): Promise<void> {
  await build({
    entryPoints: ["scripts/bench/http/list.ts"],
    outfile: LISTING,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node22.19",
    minify: true,
    logLevel: "error",
  });
  await compareListings({ connections: 10_000, serviceTime: 0, count: rounds(11, 3) });
  await compareListings({ connections: 100_100, serviceTime: 0, count: rounds(5, 1) });
  await compareListings({ connections: 10_000, serviceTime: 20, count: rounds(5, 1) });
}

/** @param serviceTime milliseconds that each reply takes at least */
async function compareListings({
  connections,
  serviceTime,
  count,
}: Readonly<Record<"connections" | "serviceTime" | "count", number>>): Promise<void> {
  const amounts = [`--connections=${connections}`, `--service-time=${serviceTime}`];
  const service = run("--import", "tsx", "scripts/service/main.ts", ...amounts);
  const [line] = (await once(createInterface(service.stdout), "line")) as [string];
  const list = async (name: string): Promise<ListingReport> => {
    const [client = "", concurrency] = name.split(" ");
    const target = { ...(JSON.parse(line) as Target), concurrency: Number(concurrency) };
    const { stdout } = await run(LISTING, client, JSON.stringify(target));
    const report = JSON.parse(stdout) as ListingReport;
    if (report.rows !== connections) throw new Error(`${name} listed ${report.rows} of ${connections} connections.`);
    return report;
  };
  try {
    // The service creates records on first use.
    await list(OURS);
    const measured = await interleave(NAMES, count, list);
    const figures = (at: number, figure: keyof ListingReport) => measured[at]?.map((report) => report[figure]) ?? [];
    printTable(
      `Listing ${connections} connections, ${serviceTime} ms service time, ${count} rounds`,
      ["client, requests at once", "time", "processor", "first rows", "its time / ours", "processor: ours / its"],
      NAMES.map((name, at) => [
        name,
        duration(median(figures(at, "total"))),
        duration(median(figures(at, "processor"))),
        duration(median(figures(at, "firstRows"))),
        name === OURS ? "" : ratio(figures(at, "total"), figures(0, "total")),
        name === OURS ? "" : ratio(figures(0, "processor"), figures(at, "processor")),
      ]),
    );
  } finally {
    service.kill();
    await service;
  }
}

/** Runs a program in a process of its own. */
function run(...args: readonly string[]) {
  return execa(process.execPath, args, { stderr: "inherit" });
}
