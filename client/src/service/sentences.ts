import { plainText } from "../plainText.js";
import type { CertificateFault } from "./codes.js";
import { isServiceError, type ProxyFault, type ReplyError, type ServiceError, type SignInError } from "./errors.js";
import { PROXY_SETTINGS, quoted, RETRY, SIGN_IN, type NextStep, type Sentence, type SentenceContext } from "./sentence.js";
import { describeStatus } from "./statusSentences.js";

/**
 * Says what went wrong in words a person can act on. Everything in it is plain
 * text without credentials; see `errors.ts` for where that is made sure of.
 */
export function sentence(error: unknown, context: SentenceContext): Sentence {
  if (!isServiceError(error)) return { text: `${tenantOf(context)}: something unexpected went wrong. The log says more.` };
  const said = describe(error, { ...context, tenant: tenantOf(context) });
  return { text: said.text + outcome(error, context), ...retryFor(error, said) };
}

/** For an update: whether it can have taken effect. A refusal of the update says so by itself. */
function outcome(error: ServiceError, { connection }: SentenceContext): string {
  if (error.operation === "list" || error.kind === "invalid-request") return "";
  if (error.sent === "maybe") return " The update may or may not have taken effect.";
  if (error.operation === "sign-in") return connection === undefined ? "" : " Nothing was sent.";
  if (error.kind === "rate-limited") return " The update was not applied.";
  return "status" in error ? "" : " Nothing was sent.";
}

/** Reading can simply be tried again; an update is a matter for the push command. */
function retryFor({ operation, kind }: ServiceError, { next }: Sentence): { readonly next?: NextStep } {
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
      return `${tenant} does not accept the client id or the client secret${quoted(said)}`;
  }
}

function tenantOf({ tenant }: SentenceContext): string {
  return plainText(tenant, 80);
}
