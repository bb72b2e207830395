import { executePushes } from "../../push/pipeline.js";
import type { PushRequest } from "../../push/request.js";
import { personAtEditor } from "../../push/surface/person.js";
import { showPushProgress } from "../../push/surface/progress.js";
import { orTellUnexpected } from "../unexpected.js";
import { presentResults, type Again } from "./present.js";
import type { PushServices } from "./pushServices.js";

/**
 * Carries out pushes that a person asked for, and shows how they ended.
 * @param tenant the name of the tenant; undefined for many pushes.
 * @param again pushes one of them once more.
 */
export async function runPushes(
  services: PushServices,
  requests: readonly PushRequest[],
  { title, tenant, again }: { readonly title: string; readonly tenant?: string; readonly again: Again },
): Promise<void> {
  const tenants = services.sessions.all.map((session) => session.tenant);
  const person = personAtEditor(tenants, services.reviews);
  const results = await showPushProgress(title, tenant, (options) =>
    executePushes(requests, person, services.pushes, options),
  );
  // The message stays until it is answered, which may begin another push.
  void orTellUnexpected(services, "vaultconn.push", () => presentResults(services, results, again));
}
