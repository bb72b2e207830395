import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import { withBundles } from "../bundle.js";
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

/** How many requests at once: as many as ours makes, and half of that, since some others are better off with fewer. */
const CONCURRENCIES = [16, 8] as const;
const OURS = "ours 16";
const PEERS = ["undici", "fetch", "got", "axios"];
const NAMES = [OURS, ...PEERS.flatMap((peer) => CONCURRENCIES.map((concurrency) => `${peer} ${concurrency}`))];

const run = promisify(execFile);

/** Compares the extension's client with other HTTP clients at listing all connections of a service. */
export async function compareClients(): Promise<void> {
  await withBundles({ list: "http/list.ts" }, { packages: "external" }, async (folder) => {
    const program = join(folder, "list.mjs");
    await compareListings(program, { connections: 10_000, serviceTime: 0, count: rounds(11, 3) });
    await compareListings(program, { connections: 100_100, serviceTime: 0, count: rounds(5, 1) });
    await compareListings(program, { connections: 10_000, serviceTime: 20, count: rounds(5, 1) });
  });
}

async function compareListings(
  program: string,
  { connections, serviceTime, count }: { connections: number; serviceTime: number; count: number },
): Promise<void> {
  const service = await startService(connections, serviceTime);
  const list = async (name: string): Promise<ListingReport> => {
    const [client = "", concurrency] = name.split(" ");
    const target: Target = { ...service.target, concurrency: Number(concurrency) };
    const { stdout } = await run(process.execPath, [program, client, JSON.stringify(target)]);
    const report = JSON.parse(stdout) as ListingReport;
    if (report.rows !== connections) throw new Error(`${name} listed ${report.rows} of ${connections} connections.`);
    return report;
  };
  try {
    // Records are made up when they are first asked for.
    await list(OURS);
    const measured = await interleave(NAMES, count, list);
    const ours = measured[0]?.figures ?? [];
    const of = (reports: readonly ListingReport[], figure: keyof ListingReport): number[] =>
      reports.map((report) => report[figure]);
    printTable(
      `Listing ${connections} connections, ${serviceTime} ms service time, ${count} rounds`,
      ["client, requests at once", "time", "processor", "first rows", "its time / ours", "processor: ours / its"],
      measured.map(({ contestant, figures }) => [
        contestant,
        duration(median(of(figures, "total"))),
        duration(median(of(figures, "processor"))),
        duration(median(of(figures, "firstRows"))),
        contestant === OURS ? "" : ratio(of(figures, "total"), of(ours, "total")),
        contestant === OURS ? "" : ratio(of(ours, "processor"), of(figures, "processor")),
      ]),
    );
  } finally {
    await service.stop();
  }
}

/** Starts the embedded service in a process of its own. @param serviceTime milliseconds that each reply takes at least */
async function startService(
  connections: number,
  serviceTime: number,
): Promise<{ target: Pick<Target, "baseUrl" | "accessToken">; stop: () => Promise<void> }> {
  const amounts = ["--connections", String(connections), "--service-time", String(serviceTime)];
  const args = ["--import", "tsx", "scripts/service/main.ts", ...amounts, "--exit-with-stdin"];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const line = await Promise.race([once(createInterface(child.stdout), "line"), exited.then(() => undefined)]);
  if (!line) throw new Error("The service did not start.");
  return {
    target: JSON.parse(String(line[0])) as Pick<Target, "baseUrl" | "accessToken">,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
