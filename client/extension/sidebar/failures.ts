import { isServiceError } from "../../core/service/errors/errors.js";
import { nextStep, ruleOf } from "../../core/service/errorTable.js";
import type { Tenant } from "../../core/tenants/tenant.js";

export type FailureStep = "retry" | "signIn" | "editTenant";

/**
 * What helps with a failed load, each as a row below the tenant's. Where only another sign-in helps, trying again would
 * fail again. Of an address that may be wrong both may help: a name is not found without a VPN either.
 */
export function stepsFor(
  failure: unknown,
  { host, local }: Pick<Tenant, "host" | "local">,
): readonly [FailureStep, ...FailureStep[]] {
  if (!isServiceError(failure)) return ["retry"];
  if (["signIn", "signInDifferently"].includes(nextStep(failure) ?? "")) return ["signIn"];
  return failure.host === host && !local && ruleOf(failure).isMisaddressed?.(failure)
    ? ["retry", "editTenant"]
    : ["retry"];
}
