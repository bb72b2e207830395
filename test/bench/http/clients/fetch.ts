import type { Lister } from "./lister.js";
import { listByPages, type PageBody } from "./pages.js";

/** The fetch that comes with Node. */
export const list: Lister = (target) =>
  listByPages(target, async (url, authorization) => {
    const response = await fetch(url, { headers: { authorization, accept: "application/json" } });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return (await response.json()) as PageBody;
  });
