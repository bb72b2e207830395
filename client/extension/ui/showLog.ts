import type { Services } from "../services.js";

/** Shows what was requested, when, and how it ended. */
export function showLog({ log }: Pick<Services, "log">): void {
  log.show();
}
