import { messageFor } from "../../core/push/outcomes.js";
import type { NotSent } from "../../core/push/outcome.js";
import { isServiceError } from "../../core/service/errors/errors.js";
import { describeReference, type ReferenceProblem } from "../../core/secrets/problems.js";
import { variableOf } from "../options/secrets.js";

/** What names a proxy here. */
export const PROXY_SETTING = "HTTPS_PROXY";

/** Why an update cannot be sent: whole sentences, as many as there are problems. */
export function reasonsFor(outcome: NotSent, tenant: string, connection: string): readonly string[] {
  if (outcome.kind === "unresolved") return [...new Set(outcome.problems.map(referenceReason))];
  return [
    proxyReason(outcome) ??
      messageFor(outcome, { tenant, connection, now: Date.now(), proxySetting: PROXY_SETTING }).text,
  ];
}

/** What to do about a proxy that wants credentials, where there is no setting to put them into; undefined for all else. */
export function proxyReason(failed: object): string | undefined {
  const error = "error" in failed ? failed.error : undefined;
  if (!isServiceError(error) || error.kind !== "proxy" || error.fault !== "credentials") return undefined;
  return `The proxy ${error.proxyHost} asks for credentials. Put them into HTTPS_PROXY, as in http://user:password@host:port. Nothing was sent.`;
}

/** Where a value is looked for is another place than in the editor. */
function referenceReason({ reference, fault, text, property }: ReferenceProblem): string {
  if (!reference) return `${property.join(".")}: ${text}`;
  if (reference.kind === "file" || (fault !== "not-set" && fault !== "empty")) return text;
  const what = describeReference(reference);
  const how = fault === "empty" ? "is set to an empty text" : "has no value";
  return reference.kind === "secret"
    ? `${what} ${how}: set ${variableOf(reference.name)}, or name it in the file of --secrets.`
    : `${what} ${how} in the environment.`;
}
