import type { Services } from "../services.js";

/** Opens the walkthrough, from adding a tenant to the first push. */
export async function getStarted({ walkthrough }: Pick<Services, "walkthrough">): Promise<void> {
  await walkthrough.open();
}
