import { Pool } from "undici";
import type { Lister } from "./lister.js";
import { listByPages, type PageBody } from "./pages.js";

/** undici by itself: `request` on a pool, JSON.parse of the text. */
export const list: Lister = async (target) => {
  const pool = new Pool(new URL(target.baseUrl).origin, { connections: target.concurrency });
  const listed = await listByPages(target, async (url, authorization) => {
    const { statusCode, body } = await pool.request({
      method: "GET",
      path: url.slice(new URL(target.baseUrl).origin.length),
      headers: { authorization, accept: "application/json" },
    });
    if (statusCode !== 200) throw new Error(`Status ${statusCode}`);
    return JSON.parse(await body.text()) as PageBody;
  });
  await pool.close();
  return listed;
};
