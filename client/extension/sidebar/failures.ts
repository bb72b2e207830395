import * as l10n from "@vscode/l10n";
import { isServiceError, type ServiceError } from "../../core/service/errors/errors.js";
import { nextStep } from "../../core/service/sentences/sentences.js";
import type { Tenant } from "../../core/tenants/tenant.js";

/** What a person can do about a failed load. */
export type FailureStep = "retry" | "signIn" | "editTenant";

/** How a failed load shows in the view. */
interface FailureRule {
  /** Why loading failed, in as few words as fit into a narrow row. The whole sentence is in its tooltip. */
  readonly reason: () => string;
  /** The welcome of a view without rows, where the tenant has not said anything yet: by what helps. */
  readonly welcome?: "nameNotFound" | "stoppedByProxy" | "unreachable";
  /** Whether the tenant's address may be wrong: always, or where its list was asked for. */
  readonly misaddressed?: "always" | "list";
}

const refused = () => l10n.t("request refused");
const unexpected = () => l10n.t("unexpected response");
const wrongKind = () => l10n.t("wrong kind of answer");

const RULES: Readonly<Record<ServiceError["kind"], FailureRule>> = {
  "name-not-found": { reason: () => l10n.t("name not found"), welcome: "nameNotFound", misaddressed: "always" },
  refused: { reason: () => l10n.t("connection refused"), welcome: "unreachable", misaddressed: "always" },
  unreachable: { reason: () => l10n.t("not reachable"), welcome: "unreachable" },
  reset: { reason: () => l10n.t("connection closed"), welcome: "unreachable" },
  timeout: { reason: () => l10n.t("no answer in time"), welcome: "unreachable" },
  "not-https": { reason: wrongKind, misaddressed: "always" },
  "not-http": { reason: wrongKind, misaddressed: "always" },
  certificate: { reason: () => l10n.t("certificate not accepted") },
  proxy: { reason: () => l10n.t("stopped by the proxy"), welcome: "stoppedByProxy" },
  unauthorized: { reason: () => l10n.t("token not accepted") },
  forbidden: { reason: () => l10n.t("not allowed") },
  "rate-limited": { reason: () => l10n.t("too many requests") },
  "bad-request": { reason: refused },
  "not-found": { reason: refused, misaddressed: "list" },
  "invalid-request": { reason: refused },
  server: { reason: () => l10n.t("service in trouble") },
  "not-json": { reason: unexpected },
  "unexpected-shape": { reason: unexpected, misaddressed: "list" },
  "too-large": { reason: unexpected, misaddressed: "list" },
  redirected: { reason: unexpected, misaddressed: "list" },
  "sign-in": { reason: () => l10n.t("sign-in failed") },
  cancelled: { reason: () => l10n.t("cancelled") },
};

/** Why loading failed, in a few words. */
export function shortReason(failure: unknown): string {
  return isServiceError(failure) ? RULES[failure.kind].reason() : l10n.t("unexpected failure");
}

/** The welcome of a view without rows after a failure; undefined where a row says what helps. */
export function welcomeFor(failure: unknown): FailureRule["welcome"] {
  return isServiceError(failure) ? RULES[failure.kind].welcome : undefined;
}

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
  if (failure.kind === "certificate") return failure.fault === "wrong-host" || failure.fault === "other";
  const { misaddressed } = RULES[failure.kind];
  return misaddressed === "always" || (misaddressed === "list" && failure.operation === "list");
}
