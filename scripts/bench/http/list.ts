/** Lists all connections once, in a process of its own, and reports on it: node list.mjs <client> <target as JSON> */
import { Agent } from "node:http";
import { performance } from "node:perf_hooks";

import type { ListingReport, Target } from "./compare.js";

/** A page of the list, as far as these programs look at it. */
interface PageBody {
  readonly connections: readonly { readonly id: string }[];
  readonly total: number;
}

/** Lists everything, each record once. @param onFirstRows called when the rows of the first page are there. @returns how many */
type List = (onFirstRows: () => void) => Promise<number>;

/** Loads the library of one of the others. @returns what fetches and parses a page */
type Load = (target: Target, headers: Record<string, string>) => Promise<(url: string) => Promise<PageBody>>;

const PEERS: Readonly<Record<string, Load>> = {
  /** `request` on a pool, JSON.parse of the text. */
  undici: async ({ baseUrl, concurrency }, headers) => {
    const { Pool } = await import("undici");
    const { origin } = new URL(baseUrl);
    const pool = new Pool(origin, { connections: concurrency });
    return async (url) => {
      const { statusCode, body } = await pool.request({ method: "GET", path: url.slice(origin.length), headers });
      if (statusCode !== 200) throw new Error(`Status ${statusCode}`);
      return JSON.parse(await body.text()) as PageBody;
    };
  },

  /** The one in Node, which loads its parts on first use. */
  fetch: async (_, headers) => {
    await new Response("{}").json();
    return async (url) => {
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(`Status ${response.status}`);
      return (await response.json()) as PageBody;
    };
  },

  /** An extended instance with an agent that keeps connections, as its documentation says. */
  got: async ({ concurrency }, headers) => {
    const { default: got } = await import("got");
    const client = got.extend({ agent: { http: new Agent({ keepAlive: true, maxSockets: concurrency }) } });
    return async (url) => (await client.get(url, { headers }).json()) as PageBody;
  },

  /** An instance with an agent that keeps connections, as its documentation says. */
  axios: async ({ concurrency }, headers) => {
    const { default: axios } = await import("axios");
    const client = axios.create({ httpAgent: new Agent({ keepAlive: true, maxSockets: concurrency }) });
    return async (url) => (await client.get(url, { headers })).data as PageBody;
  },
};

/** The extension's client, which also checks every record, respects the rate limit, and limits times and sizes. */
async function loadOurs({ baseUrl, accessToken, concurrency }: Target): Promise<List> {
  const { createServiceClient } = await import("../../../client/core/service/serviceClient.js");
  const { listAll } = await import("../../../client/core/service/operations/listPages.js");
  await import("../../../client/core/service/transport/undici.js");
  const ignore = (): void => undefined;
  return async (onFirstRows) => {
    const client = createServiceClient({
      tenant: { baseUrl },
      credential: () => Promise.resolve({ kind: "accessToken", accessToken }),
      log: { info: ignore, warn: ignore },
      network: { environment: {} },
    });
    const rows: unknown[] = [];
    for await (const { records } of listAll((page, signal) => client.listPage(page, { signal }), concurrency)) {
      if (rows.length === 0) onFirstRows();
      rows.push(...records);
    }
    return rows.length;
  };
}

/** The first page has the total, then workers request the other pages in turn. No retries, no limits, no checks. */
async function loadPeer(load: Load, target: Target): Promise<List> {
  const { baseUrl, accessToken, concurrency } = target;
  const fetchPage = await load(target, { authorization: `Bearer ${accessToken}`, accept: "application/json" });
  return async (onFirstRows) => {
    const rows = new Map<string, unknown>();
    const read = async (page: number): Promise<number> => {
      const address = `${baseUrl}/flows/vault/connections?page=${page}&per_page=100&include_totals=true`;
      const { connections, total } = await fetchPage(address);
      for (const row of connections) rows.set(row.id, row);
      return total;
    };
    const pages = Math.ceil((await read(0)) / 100);
    onFirstRows();
    let next = 1;
    const work = async (): Promise<void> => {
      while (next < pages) await read(next++);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return rows.size;
  };
}

const [, , name = "", json = "{}"] = process.argv;
const target = JSON.parse(json) as Target;
const peer = PEERS[name];
const list = await (peer ? loadPeer(peer, target) : loadOurs(target));
const used = process.cpuUsage();
const start = performance.now();
let firstRows = NaN;
const rows = await list(() => {
  firstRows = performance.now() - start;
});
const total = performance.now() - start;
const { user, system } = process.cpuUsage(used);
const report: ListingReport = { rows, total, firstRows, processor: (user + system) / 1000 };
// Open connections would keep the process alive.
process.stdout.write(JSON.stringify(report), () => process.exit());
