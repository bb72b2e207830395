import * as l10n from "@vscode/l10n";
import type { Action } from "../text/action.js";
import { joinSentences } from "../text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { isServiceError, type ServiceError, type StatusError } from "./errors/errors.js";
import {
  CERTIFICATE_TEXTS,
  forbiddenText,
  mayLackScope,
  noTokenText,
  notFoundText,
  notJsonText,
  PROXY_TEXTS,
  refusedText,
  signInText,
  withReason,
  type MessageContext,
} from "./errorTexts.js";

type Kind = ServiceError["kind"];
type Of<K extends Kind, E = ServiceError> = E extends ServiceError ? (K extends E["kind"] ? E : never) : never;

interface ErrorRule<E> {
  readonly label: () => string;
  readonly text: (error: E, context: MessageContext) => string;
  /** If undefined, reads offer to retry. Retries of updates are up to the push command. */
  readonly next?: (error: E) => Action | undefined;
  readonly isTransient?: true;
  readonly needsSignIn?: true;
  /** Whether nothing was reached, as in a network that needs a proxy. */
  readonly isOutOfReach?: (error: E) => boolean;
  readonly isMisaddressed?: (error: E) => boolean;
  /** The welcome view to show while no rows are loaded. */
  readonly welcome?: "nameNotFound" | "stoppedByProxy" | "unreachable";
}

const always = () => true;
const whileListing = ({ operation }: ServiceError) => operation === "list";
const unexpectedResponse = () => l10n.t("unexpected response");
const UNREACHED = { isTransient: true, isOutOfReach: always, welcome: "unreachable" } as const;

const ERRORS: { readonly [K in Kind]: ErrorRule<Of<K>> } = {
  "name-not-found": {
    ...UNREACHED,
    label: () => l10n.t("host name not resolved"),
    text: ({ host }) => l10n.t("Can't reach {0}: the host name couldn't be resolved.", host),
    next: () => "proxySettings",
    isMisaddressed: always,
    welcome: "nameNotFound",
  },
  refused: {
    ...UNREACHED,
    label: () => l10n.t("connection refused"),
    text: ({ host }) =>
      l10n.t(
        "Can't reach {0}: it refused the connection. Check the tenant's address and port, or try again later.",
        host,
      ),
    isMisaddressed: always,
  },
  unreachable: {
    ...UNREACHED,
    label: () => l10n.t("unreachable"),
    text: ({ host }) => l10n.t("Can't reach {0}: this network has no route to it.", host),
    next: () => "proxySettings",
  },
  reset: {
    label: () => l10n.t("connection closed"),
    text: ({ host }) => l10n.t("{0} closed the connection before it responded.", host),
    isTransient: true,
    welcome: "unreachable",
  },
  timeout: {
    label: () => l10n.t("timed out"),
    text: ({ phase, host }) =>
      phase === "connect"
        ? l10n.t("Can't reach {0}: it didn't respond in time.", host)
        : l10n.t("{0} took too long to respond.", host),
    isOutOfReach: ({ phase }) => phase === "connect",
    welcome: "unreachable",
  },
  "not-https": {
    label: unexpectedResponse,
    text: ({ host }) => l10n.t("{0} doesn't support HTTPS. Check the tenant's address and port.", host),
    isMisaddressed: always,
  },
  tls: {
    label: () => l10n.t("no secure connection"),
    text: ({ host }) =>
      l10n.t(
        "{0} refuses a secure connection by TLS 1.2 or 1.3 with HTTP/1.1. Ask its administrator which versions it needs.",
        host,
      ),
  },
  "not-http": {
    label: unexpectedResponse,
    text: ({ host }) => l10n.t("{0} doesn't respond like a web service. Check the tenant's address and port.", host),
    isMisaddressed: always,
  },
  certificate: {
    label: () => l10n.t("invalid certificate"),
    text: ({ fault, host }, { network }) => CERTIFICATE_TEXTS[fault](host, network),
    isMisaddressed: ({ fault }) => fault === "wrong-host" || fault === "other",
  },
  proxy: {
    label: () => l10n.t("proxy error"),
    text: ({ fault, proxyHost }, { network }) => PROXY_TEXTS[fault](proxyHost, network),
    next: () => "proxySettings",
    welcome: "stoppedByProxy",
  },
  "bad-request": {
    label: () => l10n.t("request rejected"),
    text: refusedText,
  },
  unauthorized: {
    label: () => l10n.t("token rejected"),
    text: ({ serviceMessage, issuedFor }, { tenant }) =>
      joinSentences(
        withReason(l10n.t("Your access token for {0} has expired or is invalid.", tenant), serviceMessage),
        issuedFor === undefined ? "" : l10n.t("It was issued for {0}.", sanitizeText(issuedFor, 80)),
      ),
    next: () => "signIn",
    needsSignIn: true,
  },
  forbidden: {
    label: () => l10n.t("not allowed"),
    text: forbiddenText,
    next: (error) => (mayLackScope(error) ? "signInDifferently" : undefined),
  },
  "not-found": {
    label: () => l10n.t("request rejected"),
    text: notFoundText,
    next: ({ operation }) => (operation === "list" ? undefined : "refresh"),
    isMisaddressed: whileListing,
  },
  "rate-limited": {
    label: () => l10n.t("too many requests"),
    text: (_, { tenant }) => l10n.t("{0} is still limiting requests. Try again in a minute.", tenant),
  },
  server: {
    label: () => l10n.t("service error"),
    text: ({ status, serviceMessage }, { tenant }) =>
      withReason(l10n.t("{0} reported an error (status {1}).", tenant, status), serviceMessage),
    isTransient: true,
  },
  "not-json": {
    label: unexpectedResponse,
    text: notJsonText,
  },
  "unexpected-shape": {
    label: unexpectedResponse,
    text: ({ operation, host, serviceMessage }, { tenant }) => {
      if (serviceMessage !== undefined)
        return withReason(l10n.t("{0} reported an error (status {1}).", tenant, 200), serviceMessage);
      return operation === "sign-in"
        ? l10n.t("The token response from {0} has no usable access token. Check the tenant's auth URL.", host)
        : l10n.t("The response from {0} has an unexpected format. Check the tenant's address.", tenant);
    },
    isMisaddressed: whileListing,
  },
  "not-updated": {
    label: unexpectedResponse,
    text: (_, { tenant }) =>
      l10n.t("{0} accepted the update, but the record that it returned doesn't show it.", tenant),
  },
  "too-large": {
    label: unexpectedResponse,
    text: (_, { tenant }) => l10n.t("The response from {0} is too large. Check the tenant's address.", tenant),
    isMisaddressed: whileListing,
  },
  redirected: {
    label: unexpectedResponse,
    text: ({ host }) =>
      l10n.t("{0} redirects to another address, and redirects aren't followed. Check the tenant's address.", host),
    isMisaddressed: whileListing,
  },
  "sign-in": {
    label: () => l10n.t("sign-in failed"),
    text: signInText,
    next: () => "signIn",
    needsSignIn: true,
  },
  "invalid-request": {
    label: () => l10n.t("request rejected"),
    text: ({ problem }) => joinSentences(problem, l10n.t("Nothing was sent.")),
  },
  cancelled: {
    label: () => l10n.t("canceled"),
    text: ({ sent }) => (sent === "maybe" ? l10n.t("Canceled after sending started.") : l10n.t("Canceled.")),
  },
};

export function ruleOf(error: ServiceError): ErrorRule<ServiceError> {
  return ERRORS[error.kind] as ErrorRule<ServiceError>;
}

/** Describes an error and its effect, in plain text. `errors.ts` ensures that it contains no credentials. */
export function sentence(
  error: unknown,
  context: MessageContext,
): { readonly text: string; readonly next?: Action | undefined } {
  if (!isServiceError(error))
    return { text: l10n.t("{0}: an unexpected error occurred. For details, see the log.", shownTenant(context)) };
  const proxyHint = ruleOf(error).isOutOfReach?.(error)
    ? l10n.t(
        "If your network needs a proxy, set {0}. PAC files and the system's proxy settings aren't used.",
        context.network?.proxy ?? "http.proxy",
      )
    : "";
  return {
    text: joinSentences(describeServiceError(error, context), effectOnUpdate(error, context), proxyHint),
    next: nextStep(error),
  };
}

export function nextStep(error: ServiceError): Action | undefined {
  const next = isNoToken(error) ? undefined : ruleOf(error).next?.(error);
  return next ?? (error.operation === "update" || error.kind === "invalid-request" ? undefined : "retry");
}

/** Describes an error without its effect on an update. */
export function describeServiceError(error: ServiceError, context: MessageContext): string {
  const shown = { ...context, tenant: shownTenant(context) };
  if ("page" in error && error.page) return notJsonText(error, shown);
  return isNoToken(error) ? noTokenText(error) : ruleOf(error).text(error, shown);
}

export function shortReason(failure: unknown): string {
  return isServiceError(failure) ? ruleOf(failure).label() : l10n.t("unexpected error");
}

/** @param seconds seconds left to wait for the rate limit, as in `OnWait`; 0 returns `words`. */
export function unlessRateLimited(words: string, tenant: string, seconds: number): string {
  return seconds > 0
    ? l10n.t("{0} is limiting requests. Continuing in {1} s.", sanitizeText(tenant, 80), seconds)
    : words;
}

/** Empty if the description already implies that the update wasn't applied. */
function effectOnUpdate(error: ServiceError, { connection }: MessageContext): string {
  if (error.operation === "list" || error.kind === "invalid-request") return "";
  if (error.sent === "maybe") return l10n.t("The update may or may not have been applied.");
  if (error.operation === "sign-in") return connection === undefined ? "" : l10n.t("Nothing was sent.");
  if (error.kind === "rate-limited") return l10n.t("The update was not applied.");
  return "status" in error ? "" : l10n.t("Nothing was sent.");
}

/** Whether the token endpoint responded with an error status. */
function isNoToken(error: ServiceError): error is StatusError {
  return error.operation === "sign-in" && "status" in error;
}

function shownTenant({ tenant }: MessageContext): string {
  return sanitizeText(tenant, 80);
}
