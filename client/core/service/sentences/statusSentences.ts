import * as l10n from "@vscode/l10n";
import { sanitizeText } from "../../text/sanitizeText.js";
import { READ_SCOPE, UPDATE_SCOPE } from "../signIn/claims.js";
import type { StatusError } from "../errors/errors.js";
import { quoted, type Sentence, type SentenceContext } from "./sentence.js";

/** What a status means ("Errors"). */
export function describeStatus(
  { kind, operation, status, said, host }: StatusError,
  { tenant, connection }: SentenceContext,
): Sentence {
  if (operation === "sign-in") return { text: noTokenText(kind, host, status, said) };
  switch (kind) {
    case "bad-request":
      return { text: refusedText(operation, tenant, status, said) };
    case "unauthorized":
      return {
        text:
          said === undefined
            ? l10n.t("{0} does not accept the token any more.", tenant)
            : l10n.t("{0} does not accept the token any more: {1}.", tenant, quoted(said)),
        next: "signIn",
      };
    case "forbidden":
      return { text: forbiddenText(operation, tenant, said), next: "signInDifferently" };
    case "not-found":
      if (operation === "list")
        return { text: l10n.t("{0} has no list of connections. Check the tenant's address.", host) };
      return { text: notFoundText(tenant, connection), next: "refresh" };
    case "rate-limited":
      return { text: l10n.t("{0} still asks to slow down. Try again in a minute.", tenant) };
    case "server":
      return {
        text:
          said === undefined
            ? l10n.t("{0} has a problem of its own (status {1}).", tenant, status)
            : l10n.t("{0} has a problem of its own (status {1}): {2}.", tenant, status, quoted(said)),
      };
  }
}

function noTokenText(kind: StatusError["kind"], host: string, status: number, said: string | undefined): string {
  if (kind === "rate-limited")
    return l10n.t(
      "{0} gave no access token: it still asks to slow down (status {1}). Try again in a minute.",
      host,
      status,
    );
  if (kind === "server")
    return said === undefined
      ? l10n.t("{0} gave no access token: it has a problem of its own (status {1}).", host, status)
      : l10n.t("{0} gave no access token: it has a problem of its own (status {1}): {2}.", host, status, quoted(said));
  if (said === undefined)
    return l10n.t("{0} gave no access token (status {1}). Check the tenant's auth URL.", host, status);
  return l10n.t("{0} gave no access token (status {1}): {2}. Check the tenant's auth URL.", host, status, quoted(said));
}

/** Where the service says why, its status adds nothing. */
function refusedText(
  operation: StatusError["operation"],
  tenant: string,
  status: number,
  said: string | undefined,
): string {
  if (operation === "update")
    return said === undefined
      ? l10n.t("{0} refused the update (status {1}).", tenant, status)
      : l10n.t("{0} refused the update: {1}.", tenant, quoted(said));
  return said === undefined
    ? l10n.t("{0} refused the request (status {1}).", tenant, status)
    : l10n.t("{0} refused the request: {1}.", tenant, quoted(said));
}

function notFoundText(tenant: string, connection: string | undefined): string {
  if (connection === undefined)
    return l10n.t("{0} has no connection with this id. It was deleted, or belongs to another tenant.", tenant);
  return l10n.t(
    "{0} has no connection {1}. It was deleted, or belongs to another tenant.",
    tenant,
    sanitizeText(connection, 60),
  );
}

/** A 403 may mean something else than a missing scope, so the service's own words stand beside ours. */
function forbiddenText(operation: StatusError["operation"], tenant: string, said: string | undefined): string {
  const [update, scope] = operation === "update" ? [true, UPDATE_SCOPE] : [false, READ_SCOPE];
  if (said === undefined)
    return update
      ? l10n.t("This token may not update connections: it probably lacks {0}.", scope)
      : l10n.t("This token may not list connections: it probably lacks {0}.", scope);
  const words = quoted(said);
  if (said.includes(scope))
    return update
      ? l10n.t("This token may not update connections: it lacks {0}. {1} says: {2}.", scope, tenant, words)
      : l10n.t("This token may not list connections: it lacks {0}. {1} says: {2}.", scope, tenant, words);
  return update
    ? l10n.t("This token may not update connections: it may lack {0}. {1} says: {2}.", scope, tenant, words)
    : l10n.t("This token may not list connections: it may lack {0}. {1} says: {2}.", scope, tenant, words);
}
