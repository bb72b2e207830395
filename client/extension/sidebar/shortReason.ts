import * as l10n from "@vscode/l10n";
import { isServiceError, type ServiceError } from "../../core/service/errors/errors.js";

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
