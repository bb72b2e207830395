import type { Tenant } from "../../core/tenants/tenant.js";
import type { Person } from "../../core/push/run.js";
import { decideConflicts } from "./conflicts.js";
import { reviewPushes } from "./review.js";
import type { ReviewDocuments } from "./reviewDocuments.js";

/** The person in front of the editor. @param tenants all that there are. */
export function personAtEditor(tenants: readonly Tenant[], documents: ReviewDocuments): Person {
  return {
    decide: (conflicts, total, { signal }) => decideConflicts(conflicts, total, documents, signal),
    confirm: (pushes, left, options) => reviewPushes(pushes, left, tenants, documents, options),
  };
}
