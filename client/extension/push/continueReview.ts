import type { Offered } from "./shownComparisons.js";
import type { PushServices } from "./pushServices.js";

/** Leads from a comparison back to the review that waits for it to be closed. */
export async function continueReview(_: PushServices, { goOn }: Offered): Promise<void> {
  await goOn?.();
}
