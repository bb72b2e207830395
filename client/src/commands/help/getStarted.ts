import type { Services } from "../../services.js";

/** Opens the walkthrough, from adding a tenant to the first push. */
export async function getStarted({ walkthrough }: Services): Promise<void> {
  await walkthrough.open();
}
