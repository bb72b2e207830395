import type { Services } from "../../services.js";
import { askForTenant } from "./askForTenant.js";

/** Adds a tenant. */
export async function addTenant(services: Pick<Services, "sessions" | "credentials">): Promise<void> {
  await askForTenant(services);
}
