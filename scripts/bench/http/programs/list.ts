/** Lists everything once, in a process of its own: node list.mjs <client> <target as JSON> */
import { performance } from "node:perf_hooks";
import type { Lister, Target } from "../clients/lister.js";
import type { ListingReport } from "../report.js";

const CLIENTS: Readonly<Record<string, () => Promise<{ readonly list: Lister }>>> = {
  ours: () => import("../clients/ours.js"),
  undici: () => import("../clients/undici.js"),
  fetch: () => import("../clients/fetch.js"),
  got: () => import("../clients/got.js"),
  axios: () => import("../clients/axios.js"),
};

const [, , name = "", json = "{}"] = process.argv;
const load = CLIENTS[name];
if (!load) throw new Error(`There is no client ${name}.`);
const { list } = await load();
const used = process.cpuUsage();
const start = performance.now();
const { rows, firstRowsAt } = await list(JSON.parse(json) as Target);
const total = performance.now() - start;
const { user, system } = process.cpuUsage(used);
const unique = new Set(rows.map(({ id }) => id)).size;
if (unique !== rows.length) throw new Error(`${rows.length - unique} rows are there twice.`);
const report: ListingReport = {
  rows: rows.length,
  total,
  firstRows: firstRowsAt - start,
  processor: (user + system) / 1000,
};
process.stdout.write(JSON.stringify(report));
