import * as l10n from "@vscode/l10n";
import { isServiceError, type ServiceError } from "../../core/service/errors/errors.js";
import { nextStep } from "../../core/service/sentences/sentences.js";
import type { Tenant } from "../../core/tenants/tenant.js";

/** What a person can do about a failed load. */
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
  return failure.host === host && !local && mayBeMisaddressed(failure) ? ["retry", "editTenant"] : ["retry"];
}

function mayBeMisaddressed(failure: ServiceError): boolean {
  switch (failure.kind) {
    case "name-not-found":
    case "refused":
    case "not-https":
    case "not-http":
      return true;
    case "certificate":
      return failure.fault === "wrong-host" || failure.fault === "other";
    case "not-found":
    case "unexpected-shape":
    case "too-large":
    case "redirected":
      return failure.operation === "list";
    default:
      return false;
  }
}

/** Why loading failed, in as few words as fit into a narrow row. The whole sentence is in its tooltip. */
export function shortReason(failure: unknown): string {
  return isServiceError(failure) ? reasonOf(failure) : l10n.t("unexpected failure");
}

function reasonOf(error: ServiceError): string {
  switch (error.kind) {
    case "name-not-found":
      return l10n.t("name not found");
    case "refused":
      return l10n.t("connection refused");
    case "unreachable":
      return l10n.t("not reachable");
    case "reset":
      return l10n.t("connection closed");
    case "timeout":
      return l10n.t("no answer in time");
    case "not-https":
    case "not-http":
      return l10n.t("wrong kind of answer");
    case "certificate":
      return l10n.t("certificate not accepted");
    case "proxy":
      return l10n.t("stopped by the proxy");
    case "unauthorized":
      return l10n.t("token not accepted");
    case "forbidden":
      return l10n.t("not allowed");
    case "rate-limited":
      return l10n.t("too many requests");
    case "bad-request":
    case "not-found":
    case "invalid-request":
      return l10n.t("request refused");
    case "server":
      return l10n.t("service in trouble");
    case "not-json":
    case "unexpected-shape":
    case "too-large":
    case "redirected":
      return l10n.t("unexpected response");
    case "sign-in":
      return l10n.t("sign-in failed");
    case "cancelled":
      return l10n.t("cancelled");
  }
}
