import * as l10n from "@vscode/l10n";
import { sanitizeText } from "../text/sanitizeText.js";
import type { CertificateFault, ProxyFault, SignInError, StatusError } from "./errors/errors.js";
import { READ_SCOPE, UPDATE_SCOPE } from "./signIn/claims.js";
import { methodOf } from "./signIn/table.js";

export interface MessageContext {
  readonly tenant: string;
  /** The name or id, for an update. */
  readonly connection?: string | undefined;
  /** Where the proxy is set, if not in VS Code's `http.proxy`. */
  readonly proxySetting?: string | undefined;
}

export function noTokenText({ kind, host, status, said }: StatusError): string {
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
  return said === undefined
    ? l10n.t("{0} gave no access token (status {1}). Check the tenant's auth URL.", host, status)
    : l10n.t("{0} gave no access token (status {1}): {2}. Check the tenant's auth URL.", host, status, quoted(said));
}

/** If the service says why, its status adds nothing. */
export function refusedText({ operation, status, said }: StatusError, { tenant }: MessageContext): string {
  if (operation === "update")
    return said === undefined
      ? l10n.t("{0} refused the update (status {1}).", tenant, status)
      : l10n.t("{0} refused the update: {1}.", tenant, quoted(said));
  return said === undefined
    ? l10n.t("{0} refused the request (status {1}).", tenant, status)
    : l10n.t("{0} refused the request: {1}.", tenant, quoted(said));
}

export function notFoundText({ operation, host }: StatusError, { tenant, connection }: MessageContext): string {
  if (operation === "list") return l10n.t("{0} has no list of connections. Check the tenant's address.", host);
  return connection === undefined
    ? l10n.t("{0} has no connection with this id. It was deleted, or belongs to another tenant.", tenant)
    : l10n.t(
        "{0} has no connection {1}. It was deleted, or belongs to another tenant.",
        tenant,
        sanitizeText(connection, 60),
      );
}

/** A 403 may mean something else than a missing scope, so the service's own words stand beside ours. */
export function forbiddenText({ operation, said }: StatusError, { tenant }: MessageContext): string {
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

export const CERTIFICATE_TEXTS: Readonly<Record<CertificateFault, (host: string) => string>> = {
  untrusted: (host) =>
    l10n.t(
      "{0} shows a certificate that this machine does not trust. Add the authority that issued it to the system's, or name it in NODE_EXTRA_CA_CERTS.",
      host,
    ),
  expired: (host) =>
    l10n.t(
      "{0} shows a certificate that has expired. Check this machine's clock, or tell whoever runs the service.",
      host,
    ),
  "not-yet-valid": (host) => l10n.t("{0} shows a certificate that is not valid yet. Check this machine's clock.", host),
  "wrong-host": (host) =>
    l10n.t("{0} shows a certificate that belongs to another host. Check the tenant's address.", host),
  other: (host) =>
    l10n.t(
      "{0} shows a certificate that is not valid. Check the tenant's address, or tell whoever runs the service.",
      host,
    ),
};

export const PROXY_TEXTS: Readonly<Record<ProxyFault, (proxy: string, setting: string | undefined) => string>> = {
  down: (proxy) => l10n.t("The proxy {0} cannot be reached. Check its address.", proxy),
  "name-not-found": (proxy) =>
    l10n.t("The proxy {0} cannot be reached: the name was not found. Check its address.", proxy),
  timeout: (proxy) => l10n.t("The proxy {0} did not answer in time. Check its address.", proxy),
  credentials: (proxy, setting) =>
    setting === undefined
      ? l10n.t(
          "The proxy {0} asks for credentials. Put them into http.proxyAuthorization or the proxy's address.",
          proxy,
        )
      : l10n.t(
          "The proxy {0} asks for credentials. Put them into {1}, as in http://user:password@host:port.",
          proxy,
          setting,
        ),
  refused: (proxy) => l10n.t("The proxy {0} did not open a way to the service. Ask whoever runs it.", proxy),
  certificate: (proxy) =>
    l10n.t(
      "The proxy {0} shows a certificate that this machine does not trust. Add the authority that issued it to the system's, or name it in NODE_EXTRA_CA_CERTS.",
      proxy,
    ),
  unsupported: () => l10n.t("The proxy's address cannot be used: it has to begin with http:// or https://."),
};

export function signInText({ fault, said, method }: SignInError, { tenant }: MessageContext): string {
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

/** Without the full stop, to stand after a colon. */
export function quoted(said: string): string {
  return said.replace(/(?<![.\s])[.\s]+$/, "");
}
