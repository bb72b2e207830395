import type { Services } from "../services.js";

/** Puts connections of the same application under one row, or takes that back. */
export async function toggleGrouping({ arrangement }: Pick<Services, "arrangement">): Promise<void> {
  await arrangement.change({ grouped: !arrangement.current.grouped });
}

/** Puts connections in the order of their names. */
export async function sortByName({ arrangement }: Pick<Services, "arrangement">): Promise<void> {
  await arrangement.change({ order: "name" });
}

/** Puts the connections that changed last first. */
export async function sortByLastChange({ arrangement }: Pick<Services, "arrangement">): Promise<void> {
  await arrangement.change({ order: "lastChange" });
}
