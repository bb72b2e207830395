import * as l10n from "@vscode/l10n";
import { joinSentences } from "../text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type {
  CertificateFault,
  ProxyFault,
  Refusal,
  ServiceError,
  SignInError,
  StatusError,
  WebPage,
} from "./errors/errors.js";
import { READ_SCOPE, UPDATE_SCOPE } from "./signIn/claims.js";
import { methodOf } from "./signIn/signInMethods.js";

export interface MessageContext {
  readonly tenant: string;
  /** The connection's name or id, for an update. */
  readonly connection?: string | undefined;
  /** What sets the network; VS Code's settings by default. */
  readonly network?: NetworkOptions | undefined;
}

interface NetworkOptions {
  /** The variable with the proxy. */
  readonly proxy: string;
  /** The option that adds authorities. */
  readonly authorities: string;
}

export function notJsonText(
  { operation, host, page }: Pick<ServiceError, "operation" | "host"> & { readonly page?: WebPage | undefined },
  { tenant }: MessageContext,
): string {
  const what =
    operation === "sign-in"
      ? l10n.t("The token response from {0} isn't JSON. Check the tenant's auth URL.", host)
      : l10n.t(
          "The response from {0} isn't JSON. Check whether a proxy or a sign-in page intercepts requests.",
          tenant,
        );
  return joinSentences(what, page ? pageText(page) : "");
}

function pageText({ status, title }: WebPage): string {
  return title === ""
    ? l10n.t("It's a web page with status {0}, which may come from a firewall or proxy in between.", status)
    : l10n.t(
        "It's a web page with status {0} and the title “{1}”, which may come from a firewall or proxy in between.",
        status,
        title,
      );
}

export function noTokenText({ kind, host, status, serviceMessage }: StatusError): string {
  if (kind === "rate-limited") return l10n.t("{0} is still limiting requests. Try again in a minute.", host);
  const what = withReason(l10n.t("{0} didn't issue an access token (status {1}).", host, status), serviceMessage);
  return kind === "server" ? what : joinSentences(what, l10n.t("Check the tenant's auth URL."));
}

/** Leaves out the status if the service gives a reason. */
export function refusedText({ operation, status, serviceMessage }: StatusError, { tenant }: MessageContext): string {
  if (operation === "update")
    return serviceMessage === undefined
      ? l10n.t("{0} rejected the update (status {1}).", tenant, status)
      : l10n.t("{0} rejected the update: {1}.", tenant, withoutFullStop(serviceMessage));
  return serviceMessage === undefined
    ? l10n.t("{0} rejected the request (status {1}).", tenant, status)
    : l10n.t("{0} rejected the request: {1}.", tenant, withoutFullStop(serviceMessage));
}

export function notFoundText({ operation, host }: StatusError, { tenant, connection }: MessageContext): string {
  if (operation === "list") return l10n.t("{0} has no list of connections. Check the tenant's address.", host);
  return connection === undefined
    ? l10n.t("{0} has no connection with this ID. It was deleted or belongs to another tenant.", tenant)
    : l10n.t(
        "{0} has no connection {1}. It was deleted or belongs to another tenant.",
        tenant,
        sanitizeText(connection, 60),
      );
}

/** Whether a 403 may be about a missing scope: it says so, or gives no reason. */
export function mayLackScope({ serviceMessage = "" }: StatusError): boolean {
  return /scope|^(?:(?:403 )?forbidden|access denied|insufficient permissions?)?\W*$/i.test(serviceMessage);
}

/** Adds the service's message, because a 403 may mean something other than a missing scope. */
export function forbiddenText(error: StatusError, context: MessageContext): string {
  if (!mayLackScope(error)) return refusedText(error, context);
  const { operation, serviceMessage } = error;
  const { tenant } = context;
  const [refused, scope] =
    operation === "update"
      ? [l10n.t("This token can't update connections."), UPDATE_SCOPE]
      : [l10n.t("This token can't list connections."), READ_SCOPE];
  const needs = serviceMessage?.includes(scope)
    ? l10n.t("It needs the scope {0}.", scope)
    : l10n.t("It probably needs the scope {0}.", scope);
  const said = serviceMessage && l10n.t("{0} says: {1}.", tenant, withoutFullStop(serviceMessage));
  return joinSentences(refused, needs, said ?? "");
}

export const CERTIFICATE_TEXTS: Readonly<Record<CertificateFault, (host: string, network?: NetworkOptions) => string>> =
  {
    untrusted: (host, network) =>
      joinSentences(
        l10n.t(
          "The certificate of {0} isn't trusted on this computer. Add the authority that issued it to the system's trusted authorities or to NODE_EXTRA_CA_CERTS.",
          host,
        ),
        orOption(network),
      ),
    expired: (host) =>
      l10n.t(
        "The certificate of {0} has expired. Check this computer's clock, or contact the service's administrator.",
        host,
      ),
    "not-yet-valid": (host) => l10n.t("The certificate of {0} isn't valid yet. Check this computer's clock.", host),
    "wrong-host": (host) => l10n.t("The certificate of {0} belongs to another host. Check the tenant's address.", host),
    other: (host) =>
      l10n.t(
        "The certificate of {0} isn't valid. Check the tenant's address, or contact the service's administrator.",
        host,
      ),
  };

export const PROXY_TEXTS: Readonly<Record<ProxyFault, (proxy: string, network?: NetworkOptions) => string>> = {
  down: (proxy) => l10n.t("Can't reach the proxy {0}. Check its address.", proxy),
  credentials: (proxy, network) =>
    l10n.t(
      "The proxy {0} requires credentials. Add them to {1}, as in http://user:password@host:port.",
      proxy,
      network?.proxy ?? "http.proxy",
    ),
  scheme: (proxy, network) =>
    l10n.t(
      "The proxy {0} requires a sign-in that isn't supported, such as Kerberos or NTLM. Start a proxy on this computer that signs in to it, and set {1} to that.",
      proxy,
      network?.proxy ?? "http.proxy",
    ),
  refused: (proxy) => l10n.t("The proxy {0} didn't allow a connection to the service. Ask its administrator.", proxy),
  gateway: (proxy) =>
    l10n.t("The proxy {0} can't reach the service. Check the tenant's address, or try again later.", proxy),
  certificate: (proxy, network) =>
    joinSentences(
      l10n.t(
        "The certificate of the proxy {0} isn't trusted on this computer. Add the authority that issued it to the system's trusted authorities or to NODE_EXTRA_CA_CERTS.",
        proxy,
      ),
      orOption(network),
    ),
  unsupported: () => l10n.t("The proxy's address isn't valid. It must begin with http:// or https://."),
};

function orOption(network: NetworkOptions | undefined): string {
  return network ? l10n.t("Or save it as a PEM file, and name that with {0}.", network.authorities) : "";
}

const REFUSAL_TEXTS: Readonly<Record<Exclude<Refusal, "client">, (tenant: string) => readonly [string, string]>> = {
  grant: (tenant) => [
    l10n.t("{0} doesn't let this client request tokens with this sign-in method.", tenant),
    l10n.t("Sign in differently, or ask its administrator to allow it."),
  ],
  audience: (tenant) => [
    l10n.t("{0} doesn't issue tokens for this audience to this client.", tenant),
    l10n.t("Check the audience, or ask its administrator to allow the client."),
  ],
  // None is asked for, so these are the ones that the client has.
  scope: (tenant) => [
    l10n.t("{0} rejected the scopes of this client.", tenant),
    l10n.t("Ask its administrator to grant the client {0} and {1}.", READ_SCOPE, UPDATE_SCOPE),
  ],
  request: (tenant) => [
    l10n.t("{0} rejected the request for a token.", tenant),
    l10n.t("Check the tenant's auth URL and audience."),
  ],
};

export function signInText(
  { fault, serviceMessage, method, refusal = "client" }: SignInError,
  { tenant }: MessageContext,
): string {
  const source = methodOf(method)?.token;
  if (fault === "refused" && source && "refused" in source) {
    const [what, next = ""] =
      refusal === "client" ? [source.refused(tenant, serviceMessage !== undefined)] : REFUSAL_TEXTS[refusal](tenant);
    return joinSentences(withReason(what, serviceMessage), next);
  }
  switch (fault) {
    case "unreadable":
      return l10n.t("Your credentials for {0} couldn't be read from the secret storage.", tenant);
    case "unusable":
      return l10n.t("Your stored credentials for {0} can't be used. Sign in again.", tenant);
    case "malformed":
      return l10n.t("The access token for {0} has invalid characters. Enter another one.", tenant);
    default:
      return l10n.t("You're signed out of {0}.", tenant);
  }
}

/** Adds the service's message, if there is one, to a sentence. */
export function withReason(sentence: string, serviceMessage: string | undefined): string {
  return serviceMessage === undefined
    ? sentence
    : l10n.t("{0}: {1}.", withoutFullStop(sentence), withoutFullStop(serviceMessage));
}

/** Removes the full stop, for use before or after a colon. */
export function withoutFullStop(sentence: string): string {
  return sentence.replace(/(?<![.。\s])[.。\s]+$/, "");
}
