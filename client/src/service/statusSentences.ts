import { plainText } from "../plainText.js";
import { READ_SCOPE, UPDATE_SCOPE } from "./claims.js";
import type { StatusError } from "./errors.js";
import { quoted, REFRESH, SIGN_IN, SIGN_IN_DIFFERENTLY, type Sentence, type SentenceContext } from "./sentence.js";

/** What a status means ("Errors"). */
export function describeStatus({ kind, operation, status, said, host }: StatusError, { tenant, connection }: SentenceContext): Sentence {
  if (operation === "sign-in") return { text: `${host} gave no access token (status ${status})${quoted(said)} Check the tenant's auth URL.` };
  switch (kind) {
    case "bad-request":
      return { text: `${tenant} refused the ${operation === "update" ? "update" : "request"}${said === undefined ? ` (status ${status})` : ""}${quoted(said)}` };
    case "unauthorized":
      return { text: `${tenant} does not accept the token any more${quoted(said)}`, next: SIGN_IN };
    case "forbidden":
      return { text: forbiddenText(operation, tenant, said), next: SIGN_IN_DIFFERENTLY };
    case "not-found":
      if (operation === "list") return { text: `${host} has no list of connections. Check the tenant's address.` };
      return { text: `${tenant} has no connection ${plainText(connection ?? "with this id", 60)}. It was deleted, or belongs to another tenant.`, next: REFRESH };
    case "rate-limited":
      return { text: `${tenant} still asks to slow down. Try again in a minute.` };
    case "server":
      return { text: `${tenant} has a problem of its own (status ${status})${quoted(said)}` };
  }
}

/** A 403 may mean something else than a missing scope, so the service's own words stand beside ours. */
function forbiddenText(operation: StatusError["operation"], tenant: string, said: string | undefined): string {
  const scope = operation === "update" ? UPDATE_SCOPE : READ_SCOPE;
  const what = operation === "update" ? "update connections" : "list connections";
  if (said === undefined) return `This token may not ${what}: it probably lacks ${scope}.`;
  const lacks = said.includes(scope) ? `it lacks ${scope}` : `it may lack ${scope}`;
  return `This token may not ${what}: ${lacks}. ${tenant} says${quoted(said)}`;
}
