import { plainText } from "../plainText.js";
import { READ_SCOPE, UPDATE_SCOPE } from "./claims.js";
import type { CertificateFault } from "./codes.js";
import { isServiceError, type ProxyFault, type ReplyError, type ServiceError, type SignInError, type StatusError } from "./errors.js";

/** Whom and what a sentence is about. */
export interface SentenceContext {
  /** The tenant's name. */
  readonly tenant: string;
  /** The connection's name or id, for an update. */
  readonly connection?: string | undefined;
}

/** The one command that helps. */
export interface NextStep {
  /** The button's label. */
  readonly title: string;
  readonly command: string;
  /** Arguments for a command of VS Code's own; commands of ours take the row they are used on. */
  readonly args?: readonly unknown[];
}

/** What happened and what it means, in one or two sentences, and what to do next. */
export interface Sentence {
  readonly text: string;
  readonly next?: NextStep;
}

const RETRY: NextStep = { title: "Retry", command: "vaultconn.refresh" };
const SIGN_IN: NextStep = { title: "Sign In", command: "vaultconn.signIn" };
const SIGN_IN_DIFFERENTLY: NextStep = { title: "Sign In Differently", command: "vaultconn.signIn" };
const REFRESH: NextStep = { title: "Refresh", command: "vaultconn.refresh" };
const PROXY_SETTINGS: NextStep = { title: "Proxy Settings", command: "workbench.action.openSettings", args: ["http.proxy"] };

/**
 * Says what went wrong in words a person can act on. Everything in it is plain
 * text without credentials; see `errors.ts` for where that is made sure of.
 */
export function sentence(error: unknown, context: SentenceContext): Sentence {
  if (!isServiceError(error)) return { text: `${tenantOf(context)}: something unexpected went wrong. The log says more.` };
  const said = describe(error, { ...context, tenant: tenantOf(context) });
  return { ...said, text: said.text + outcome(error), ...retryFor(error, said) };
}

/** For an update: whether it can have taken effect. A refusal says so by itself. */
function outcome(error: ServiceError): string {
  if (error.operation === "list") return "";
  if (error.sent === "maybe") return " The update may or may not have taken effect.";
  const selfEvident = error.kind === "cancelled" || error.kind === "invalid-request" || error.kind === "sign-in" || "status" in error;
  return selfEvident && error.kind !== "rate-limited" ? "" : " Nothing was sent.";
}

/** Reading can simply be tried again; an update is a matter for the push command. */
function retryFor({ operation, kind }: ServiceError, { next }: Sentence): { next?: NextStep } {
  if (next) return { next };
  return operation === "update" || kind === "invalid-request" ? {} : { next: RETRY };
}

function describe(error: ServiceError, context: SentenceContext): Sentence {
  const { host } = error;
  switch (error.kind) {
    case "name-not-found":
      return { text: `${host} cannot be reached: the name was not found.`, next: PROXY_SETTINGS };
    case "refused":
      return { text: `${host} cannot be reached: it refused the connection.` };
    case "unreachable":
      return { text: `${host} cannot be reached: there is no way to it from this network.`, next: PROXY_SETTINGS };
    case "reset":
      return { text: `${host} closed the connection before it had answered.` };
    case "timeout":
      return { text: error.phase === "connect" ? `${host} cannot be reached: it did not answer in time.` : `${host} took too long to answer.` };
    case "not-https":
      return { text: `${host} does not speak HTTPS. Check the tenant's address and its port.` };
    case "not-http":
      return { text: `${host} does not answer as a web service does. Check the tenant's address and its port.` };
    case "certificate":
      return { text: `${host} shows a certificate ${CERTIFICATE[error.fault]}.` };
    case "proxy":
      return { text: proxyText(error.fault, error.proxyHost || "the proxy"), next: PROXY_SETTINGS };
    case "bad-request":
    case "unauthorized":
    case "forbidden":
    case "not-found":
    case "rate-limited":
    case "server":
      return describeStatus(error, context);
    case "not-json":
    case "unexpected-shape":
    case "too-large":
    case "redirected":
      return { text: replyText(error, context) };
    case "sign-in":
      return { text: signInText(error, context), next: SIGN_IN };
    case "invalid-request":
      return { text: `${error.problem} Nothing was sent.` };
    case "cancelled":
      return { text: error.sent === "maybe" ? "Cancelled after the update was on its way." : "Cancelled." };
  }
}

const CERTIFICATE: Readonly<Record<CertificateFault, string>> = {
  untrusted: "that this machine does not trust",
  expired: "that has expired",
  "not-yet-valid": "that is not valid yet. Check this machine's clock",
  "wrong-host": "that belongs to another host",
  other: "that is not valid",
};

function proxyText(fault: ProxyFault, proxy: string): string {
  switch (fault) {
    case "down":
      return `The proxy ${proxy} cannot be reached.`;
    case "name-not-found":
      return `The proxy ${proxy} cannot be reached: the name was not found.`;
    case "timeout":
      return `The proxy ${proxy} did not answer in time.`;
    case "credentials":
      return `The proxy ${proxy} asks for credentials. Put them into http.proxyAuthorization or the proxy's address.`;
    case "refused":
      return `The proxy ${proxy} did not open a way to the service.`;
    case "certificate":
      return `The proxy ${proxy} shows a certificate that this machine does not trust.`;
    case "unsupported":
      return "The proxy's address cannot be used: it has to begin with http:// or https://.";
  }
}

function describeStatus({ kind, operation, status, said, host }: StatusError, { tenant, connection }: SentenceContext): Sentence {
  const quoted = said === undefined ? "." : `: ${said.replace(/[.\s]+$/, "")}.`;
  if (operation === "sign-in") return { text: `${host} gave no access token (status ${status})${quoted} Check the tenant's auth URL.` };
  switch (kind) {
    case "bad-request":
      return { text: `${tenant} refused the ${operation === "update" ? "update" : "request"}${said === undefined ? ` (status ${status})` : ""}${quoted}` };
    case "unauthorized":
      return { text: `${tenant} does not accept the token any more${quoted}`, next: SIGN_IN };
    case "forbidden":
      return { text: forbiddenText(operation, tenant, said), next: SIGN_IN_DIFFERENTLY };
    case "not-found":
      if (operation === "list") return { text: `${host} has no list of connections. Check the tenant's address.` };
      return { text: `${tenant} has no connection ${plainText(connection ?? "with this id", 60)}. It was deleted, or belongs to another tenant.`, next: REFRESH };
    case "rate-limited":
      return { text: `${tenant} still asks to slow down. Try again in a minute.` };
    case "server":
      return { text: `${tenant} has a problem of its own (status ${status})${quoted}` };
  }
}

/** A 403 may mean something else than a missing scope, so the service's own words stand beside ours. */
function forbiddenText(operation: StatusError["operation"], tenant: string, said: string | undefined): string {
  const scope = operation === "update" ? UPDATE_SCOPE : READ_SCOPE;
  const what = operation === "update" ? "update connections" : "list connections";
  if (said === undefined) return `This token may not ${what}: it probably lacks ${scope}.`;
  const lacks = said.includes(scope) ? `it lacks ${scope}` : `it may lack ${scope}`;
  return `This token may not ${what}: ${lacks}. ${tenant} says: ${said.replace(/[.\s]+$/, "")}.`;
}

function replyText({ kind, host }: ReplyError, { tenant }: SentenceContext): string {
  switch (kind) {
    case "not-json":
      return `${tenant} answered with something that is not JSON. A proxy or a sign-in page may stand in between.`;
    case "unexpected-shape":
      return `${tenant} answered with something that is not what was asked for. Check the tenant's address.`;
    case "too-large":
      return `${tenant} answered with more than can be read safely.`;
    case "redirected":
      return `${host} points to another address, which was not followed. Check the tenant's address.`;
  }
}

function signInText({ fault, said }: SignInError, { tenant }: SentenceContext): string {
  switch (fault) {
    case "missing":
      return `You are signed out of ${tenant}.`;
    case "malformed":
      return `The access token for ${tenant} cannot be used: it has characters no token has.`;
    case "refused":
      return `${tenant} does not accept the client id or the client secret${said === undefined ? "" : `: ${said.replace(/[.\s]+$/, "")}`}.`;
  }
}

function tenantOf({ tenant }: SentenceContext): string {
  return plainText(tenant, 80);
}
