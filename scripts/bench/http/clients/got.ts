import { Agent } from "node:http";
import { got } from "got";
import type { Lister } from "./lister.js";
import { listByPages, type PageBody } from "./pages.js";

/** got as its documentation says for many requests to one place: an extended instance with an agent that keeps connections. */
export const list: Lister = async (target) => {
  const agent = new Agent({ keepAlive: true, maxSockets: target.concurrency });
  const client = got.extend({ agent: { http: agent } });
  const listed = await listByPages(
    target,
    async (url, authorization) => (await client.get(url, { headers: { authorization } }).json()) as PageBody,
  );
  agent.destroy();
  return listed;
};
