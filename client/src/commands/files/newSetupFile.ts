import type { Services } from "../../services.js";
import { openUntitledFile } from "./untitledFile.js";

/** Opens a setup file that has no place and is for no connection yet. */
export async function newSetupFile(services: Services): Promise<void> {
  await openUntitledFile(services);
}
