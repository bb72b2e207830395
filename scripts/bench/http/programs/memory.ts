/** Tells what all rows hold in memory: node --expose-gc memory.mjs <store or parsed> <target as JSON> */
import { ConnectionStore } from "../../../../client/core/connections/store.js";
import type { Target } from "../clients/lister.js";
import { connect } from "../clients/ours.js";
import { list as listWithUndici } from "../clients/undici.js";
import type { MemoryReport } from "../report.js";

interface Kept {
  readonly rows: () => number;
}

const [, , what = "", json = "{}"] = process.argv;
const target = JSON.parse(json) as Target;

const KEEP: Readonly<Record<string, () => Promise<Kept>>> = { store: keepInStore, parsed: keepParsed };
const keep = KEEP[what];
if (!keep) throw new Error(`There is nothing named ${what} to keep rows in.`);

// Once for everything that is loaded and compiled on the way; what remains of that is no row.
await keep();
const before = await used();
const kept = await keep();
const after = await used();
const report: MemoryReport = { rows: kept.rows(), heap: after.heap - before.heap, all: after.all - before.all };
process.stdout.write(JSON.stringify(report));

/** The extension's store, filled by the extension's client, over the same store while it is empty. */
async function keepInStore(): Promise<Kept> {
  const client = connect(target);
  const store = new ConnectionStore((page, options) => client.listPage(page, options));
  await store.loadAll({ signal: new AbortController().signal, onProgress: () => undefined });
  await client.close();
  const { failure } = store.snapshot;
  if (failure !== undefined) throw new Error("The rows could not be listed.", { cause: failure });
  return { rows: () => store.snapshot.connections.length };
}

/** The records as JSON.parse makes them. */
async function keepParsed(): Promise<Kept> {
  const { rows } = await listWithUndici(target);
  return { rows: () => rows.length };
}

async function used(): Promise<{ readonly heap: number; readonly all: number }> {
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc?.();
    await new Promise(setImmediate);
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, all: heapUsed + external };
}
