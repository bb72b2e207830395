/** Lists all connections once, in a process of its own, and reports on it: node list.mjs <client> <target as JSON> */
import { Agent } from "node:http";
import { performance } from "node:perf_hooks";

import type { ListingReport, Target } from "./compare.js";

/** A record as far as these programs look at it. */
interface Row {
  readonly id: string;
}

/** A page of the list, as the service sends it when totals are asked for. */
interface PageBody {
  readonly connections: readonly Row[];
  readonly total: number;
}

/** Fetches and parses one page. */
type FetchPage = (url: string, authorization: string) => Promise<PageBody>;

/** Lists everything, each record once. @param onFirstRows called when the rows of the first page are there. */
type List = (target: Target, onFirstRows: () => void) => Promise<readonly Row[]>;

/** What each client is made of. Its libraries are loaded when it is returned. */
const CLIENTS: Readonly<Record<string, (target: Target) => Promise<List>>> = {
  ours: loadOurs,

  /** `request` on a pool, JSON.parse of the text. */
  undici: async ({ baseUrl, concurrency }) => {
    const { Pool } = await import("undici");
    const { origin } = new URL(baseUrl);
    const pool = new Pool(origin, { connections: concurrency });
    return byPages(async (url, authorization) => {
      const headers = { authorization, accept: "application/json" };
      const { statusCode, body } = await pool.request({ method: "GET", path: url.slice(origin.length), headers });
      if (statusCode !== 200) throw new Error(`Status ${statusCode}`);
      return JSON.parse(await body.text()) as PageBody;
    });
  },

  /** The one that comes with Node, which loads its parts when they are first needed. */
  fetch: async () => {
    await new Response("{}").json();
    return byPages(async (url, authorization) => {
      const response = await fetch(url, { headers: { authorization, accept: "application/json" } });
      if (!response.ok) throw new Error(`Status ${response.status}`);
      return (await response.json()) as PageBody;
    });
  },

  /** An extended instance with an agent that keeps connections, as its documentation says. */
  got: async ({ concurrency }) => {
    const { got } = await import("got");
    const client = got.extend({ agent: { http: new Agent({ keepAlive: true, maxSockets: concurrency }) } });
    return byPages(
      async (url, authorization) => (await client.get(url, { headers: { authorization } }).json()) as PageBody,
    );
  },

  /** An instance with an agent that keeps connections, as its documentation says. */
  axios: async ({ concurrency }) => {
    const { default: axios } = await import("axios");
    const client = axios.create({ httpAgent: new Agent({ keepAlive: true, maxSockets: concurrency }) });
    return byPages(
      async (url, authorization) => (await client.get(url, { headers: { authorization } })).data as PageBody,
    );
  },
};

/** The extension's client, which also checks every record, minds the rate limit, bounds times and sizes. */
async function loadOurs(): Promise<List> {
  const { createServiceClient } = await import("../../../client/core/service/serviceClient.js");
  const { listAll } = await import("../../../client/core/service/operations/listPages.js");
  await import("../../../client/core/service/transport/undici.js");
  const ignore = (): void => undefined;
  return async ({ baseUrl, accessToken, concurrency }, onFirstRows) => {
    const client = createServiceClient({
      tenant: { baseUrl },
      credential: () => Promise.resolve({ kind: "accessToken", accessToken }),
      log: { info: ignore, warn: ignore },
      network: { environment: {} },
    });
    const rows: Row[] = [];
    for await (const { records } of listAll((page, signal) => client.listPage(page, { signal }), concurrency)) {
      if (rows.length === 0) onFirstRows();
      rows.push(...records);
    }
    return rows;
  };
}

/** The first page tells the total, then workers take the other pages in turn. No retries, no limits, no checks. */
function byPages(fetchPage: FetchPage): List {
  return async ({ baseUrl, accessToken, concurrency }, onFirstRows) => {
    const rows = new Map<string, Row>();
    const read = async (page: number): Promise<number> => {
      const address = `${baseUrl}/flows/vault/connections?page=${page}&per_page=100&include_totals=true`;
      const { connections, total } = await fetchPage(address, `Bearer ${accessToken}`);
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
    return [...rows.values()];
  };
}

const [, , name = "", json = "{}"] = process.argv;
const target = JSON.parse(json) as Target;
const list = await CLIENTS[name]?.(target);
if (!list) throw new Error(`There is no client ${name}.`);
const used = process.cpuUsage();
const start = performance.now();
let firstRows = NaN;
const rows = await list(target, () => {
  firstRows = performance.now() - start;
});
const total = performance.now() - start;
const { user, system } = process.cpuUsage(used);
const report: ListingReport = { rows: rows.length, total, firstRows, processor: (user + system) / 1000 };
// Connections that are kept would keep the process.
process.stdout.write(JSON.stringify(report), () => process.exit());
