import { Agent } from "node:http";
import axios from "axios";
import type { Lister } from "./lister.js";
import { listByPages, type PageBody } from "./pages.js";

/** axios as its documentation says: an instance with an agent that keeps connections. */
export const list: Lister = async (target) => {
  const httpAgent = new Agent({ keepAlive: true, maxSockets: target.concurrency });
  const client = axios.create({ httpAgent });
  const listed = await listByPages(
    target,
    async (url, authorization) => (await client.get(url, { headers: { authorization } })).data as PageBody,
  );
  httpAgent.destroy();
  return listed;
};
