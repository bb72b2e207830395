import * as l10n from "@vscode/l10n";
import { joinSentences } from "../../text/locale.js";
import { sanitizeText } from "../../text/sanitizeText.js";
import type { CertificateFault } from "../errors/codes.js";
import {
  isServiceError,
  type ProxyFault,
  type ReplyError,
  type ServiceError,
  type SignInError,
} from "../errors/errors.js";
import { quoted, type NextStep, type Sentence, type SentenceContext } from "./sentence.js";
import { methodOf } from "../signIn/table.js";
import { describeStatus } from "./statusSentences.js";

/**
 * Says what went wrong in words a person can act on. Everything in it is plain
 * text without credentials; see `errors.ts` for where that is made sure of.
 */
export function sentence(error: unknown, context: SentenceContext): Sentence {
  if (!isServiceError(error))
    return { text: l10n.t("{0}: something unexpected went wrong. The log says more.", tenantOf(context)) };
  const said = describe(error, { ...context, tenant: tenantOf(context) });
  return {
    text: joinSentences(said.text, outcome(error, context), proxyHint(error, context)),
    next: nextOf(error, said),
  };
}

/** The one thing that helps with an error; undefined where nothing here does. */
export function nextStep(error: ServiceError): NextStep | undefined {
  return nextOf(error, describe(error, { tenant: "" }));
}

/** What happened, without what it means for an update: that is told where it has been found out. */
export function describeServiceError(error: ServiceError, context: SentenceContext): string {
  return describe(error, { ...context, tenant: tenantOf(context) }).text;
}

/** For an update: whether it can have taken effect. A refusal of the update says so by itself. */
function outcome(error: ServiceError, { connection }: SentenceContext): string {
  if (error.operation === "list" || error.kind === "invalid-request") return "";
  if (error.sent === "maybe") return l10n.t("The update may or may not have taken effect.");
  if (error.operation === "sign-in") return connection === undefined ? "" : l10n.t("Nothing was sent.");
  if (error.kind === "rate-limited") return l10n.t("The update was not applied.");
  return "status" in error ? "" : l10n.t("Nothing was sent.");
}

/** Without a proxy of its own, a host may be out of reach: PAC files and the system's proxy settings aren't read. */
function proxyHint(error: ServiceError, { proxySetting = "http.proxy" }: SentenceContext): string {
  const isOutOfReach =
    error.kind === "timeout"
      ? error.phase === "connect"
      : ["name-not-found", "refused", "unreachable"].includes(error.kind);
  return isOutOfReach
    ? l10n.t(
        "If your network needs a proxy, set {0}: PAC files and the system's proxy settings aren't used.",
        proxySetting,
      )
    : "";
}

/** Reading can simply be tried again; an update is a matter for the push command. */
function nextOf({ operation, kind }: ServiceError, { next }: Sentence): NextStep | undefined {
  return next ?? (operation === "update" || kind === "invalid-request" ? undefined : "retry");
}

function describe(error: ServiceError, context: SentenceContext): Sentence {
  const { host } = error;
  switch (error.kind) {
    case "name-not-found":
      return { text: l10n.t("{0} cannot be reached: the name was not found.", host), next: "proxySettings" };
    case "refused":
      return {
        text: l10n.t(
          "{0} cannot be reached: it refused the connection. Check the tenant's address and its port, or try again later.",
          host,
        ),
      };
    case "unreachable":
      return {
        text: l10n.t("{0} cannot be reached: there is no way to it from this network.", host),
        next: "proxySettings",
      };
    case "reset":
      return { text: l10n.t("{0} closed the connection before it had answered.", host) };
    case "timeout":
      return {
        text:
          error.phase === "connect"
            ? l10n.t("{0} cannot be reached: it did not answer in time.", host)
            : l10n.t("{0} took too long to answer.", host),
      };
    case "not-https":
      return { text: l10n.t("{0} does not speak HTTPS. Check the tenant's address and its port.", host) };
    case "not-http":
      return {
        text: l10n.t("{0} does not answer as a web service does. Check the tenant's address and its port.", host),
      };
    case "certificate":
      return { text: certificateText(error.fault, host) };
    case "proxy":
      return { text: proxyText(error.fault, error.proxyHost), next: "proxySettings" };
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
      return { text: signInText(error, context), next: "signIn" };
    case "invalid-request":
      return { text: joinSentences(error.problem, l10n.t("Nothing was sent.")) };
    case "cancelled":
      return {
        text: error.sent === "maybe" ? l10n.t("Cancelled after the update was on its way.") : l10n.t("Cancelled."),
      };
  }
}

function certificateText(fault: CertificateFault, host: string): string {
  switch (fault) {
    case "untrusted":
      return l10n.t(
        "{0} shows a certificate that this machine does not trust. Add the authority that issued it to the system's, or name it in NODE_EXTRA_CA_CERTS.",
        host,
      );
    case "expired":
      return l10n.t(
        "{0} shows a certificate that has expired. Check this machine's clock, or tell whoever runs the service.",
        host,
      );
    case "not-yet-valid":
      return l10n.t("{0} shows a certificate that is not valid yet. Check this machine's clock.", host);
    case "wrong-host":
      return l10n.t("{0} shows a certificate that belongs to another host. Check the tenant's address.", host);
    case "other":
      return l10n.t(
        "{0} shows a certificate that is not valid. Check the tenant's address, or tell whoever runs the service.",
        host,
      );
  }
}

function proxyText(fault: ProxyFault, proxy: string): string {
  switch (fault) {
    case "down":
      return l10n.t("The proxy {0} cannot be reached. Check its address.", proxy);
    case "name-not-found":
      return l10n.t("The proxy {0} cannot be reached: the name was not found. Check its address.", proxy);
    case "timeout":
      return l10n.t("The proxy {0} did not answer in time. Check its address.", proxy);
    case "credentials":
      return l10n.t(
        "The proxy {0} asks for credentials. Put them into http.proxyAuthorization or the proxy's address.",
        proxy,
      );
    case "refused":
      return l10n.t("The proxy {0} did not open a way to the service. Ask whoever runs it.", proxy);
    case "certificate":
      return l10n.t(
        "The proxy {0} shows a certificate that this machine does not trust. Add the authority that issued it to the system's, or name it in NODE_EXTRA_CA_CERTS.",
        proxy,
      );
    case "unsupported":
      return l10n.t("The proxy's address cannot be used: it has to begin with http:// or https://.");
  }
}

function replyText({ kind, host, operation }: ReplyError, { tenant }: SentenceContext): string {
  const forToken = operation === "sign-in";
  switch (kind) {
    case "not-json":
      if (forToken)
        return l10n.t(
          "{0} answered with something that is not JSON where an access token was asked for. Check the tenant's auth URL.",
          host,
        );
      return l10n.t(
        "{0} answered with something that is not JSON. A proxy or a sign-in page may stand in between.",
        tenant,
      );
    case "unexpected-shape":
      if (forToken)
        return l10n.t(
          "{0} answered without an access token that can be used where one was asked for. Check the tenant's auth URL.",
          host,
        );
      return l10n.t("{0} answered with something that is not what was asked for. Check the tenant's address.", tenant);
    case "too-large":
      return l10n.t("{0} answered with more than can be read safely. Check the tenant's address.", tenant);
    case "redirected":
      return l10n.t("{0} points to another address, which was not followed. Check the tenant's address.", host);
  }
}

function signInText({ fault, said, method }: SignInError, { tenant }: SentenceContext): string {
  switch (fault) {
    case "missing":
      return l10n.t("You are signed out of {0}.", tenant);
    case "unreadable":
      return l10n.t("What you sign in to {0} with could not be read from the secret storage.", tenant);
    case "unusable":
      return l10n.t("What is kept to sign in to {0} cannot be used. Sign in again.", tenant);
    case "malformed":
      return l10n.t("The access token for {0} cannot be used: it has characters no token has.", tenant);
    case "refused": {
      const source = methodOf(method)?.token;
      return source && "refused" in source
        ? source.refused(tenant, said === undefined ? undefined : quoted(said))
        : l10n.t("You are signed out of {0}.", tenant);
    }
  }
}

function tenantOf({ tenant }: SentenceContext): string {
  return sanitizeText(tenant, 80);
}
