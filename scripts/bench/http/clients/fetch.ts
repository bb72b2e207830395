import type { Lister } from "./lister.js";
import { listByPages, type PageBody } from "./pages.js";

// Node loads what fetch is made of when it is first needed; every contestant has its library loaded before the clock starts.
await new Response("{}").json();

/** The fetch that comes with Node. */
export const list: Lister = (target) =>
  listByPages(target, async (url, authorization) => {
    const response = await fetch(url, { headers: { authorization, accept: "application/json" } });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return (await response.json()) as PageBody;
  });
