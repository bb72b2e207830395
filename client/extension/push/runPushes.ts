import { executePushes } from "../../core/push/pipeline.js";
import { countsAs } from "../../core/push/outcomes.js";
import type { PushRequest } from "../../core/push/request.js";
import { personAtEditor } from "./person.js";
import { showPushProgress } from "./progress.js";
import { runReportingErrors } from "../ui/runReportingErrors.js";
import { markInFiles, presentResults, type PushAgain } from "./present.js";
import type { PushServices } from "./pushServices.js";

/**
 * Carries out pushes that a person asked for, and shows how they ended.
 * @param tenant the name of the tenant; undefined for many pushes.
 * @param again pushes one of them once more.
 * @param quiet says nothing where all took effect, since somebody else does.
 */
export async function runPushes(
  services: PushServices,
  requests: readonly PushRequest[],
  {
    title,
    tenant,
    again,
    quiet = false,
  }: { readonly title: string; readonly tenant?: string; readonly again: PushAgain; readonly quiet?: boolean },
): Promise<void> {
  const tenants = services.sessions.all.map((session) => session.tenant);
  const person = personAtEditor(tenants, services.reviews);
  const results = await showPushProgress(title, tenant, (options) =>
    executePushes(requests, person, services.pushes, options),
  );
  if (quiet && results.results.every(({ outcome }) => countsAs(outcome) === "success"))
    return markInFiles(services, results.results);
  // The message stays until it is answered, which may begin another push.
  void runReportingErrors(services, "vaultconn.push", () => presentResults(services, results, again));
}
