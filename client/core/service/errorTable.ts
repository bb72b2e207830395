import * as l10n from "@vscode/l10n";
import { joinSentences } from "../text/locale.js";
import { sanitizeText } from "../text/sanitizeText.js";
import { isServiceError, type ServiceError, type StatusError } from "./errors/errors.js";
import {
  CERTIFICATE_TEXTS,
  forbiddenText,
  noTokenText,
  notFoundText,
  PROXY_TEXTS,
  quoted,
  refusedText,
  signInText,
  type MessageContext,
} from "./errorTexts.js";

/** The one thing that helps with an error. */
export type NextStep = "retry" | "refresh" | "signIn" | "signInDifferently" | "proxySettings";

/** What the buttons for these are called. */
export const STEP_TITLES: Readonly<Record<NextStep, () => string>> = {
  retry: () => l10n.t("Retry"),
  refresh: () => l10n.t("Refresh"),
  signIn: () => l10n.t("Sign In"),
  signInDifferently: () => l10n.t("Sign In Differently"),
  proxySettings: () => l10n.t("Proxy Settings"),
};

/** What happened and what it means, in one or two sentences, and what to do next. */
export interface ErrorMessage {
  readonly text: string;
  readonly next?: NextStep | undefined;
}

type Kind = ServiceError["kind"];
type Of<K extends Kind, E = ServiceError> = E extends ServiceError ? (K extends E["kind"] ? E : never) : never;

interface ErrorRule<E> {
  /** In as few words as fit into a narrow row. */
  readonly label: () => string;
  readonly text: (error: E, context: MessageContext) => string;
  /** What helps. Where nothing is named, reading can be tried again; an update is a matter for the push command. */
  readonly next?: (error: E) => NextStep | undefined;
  /** It may be gone a second later, so reading is tried again. */
  readonly isTransient?: true;
  /** Only another sign-in helps, whatever was requested. */
  readonly needsSignIn?: true;
  /** Nobody was reached, as where a network needs a proxy. */
  readonly isOutOfReach?: (error: E) => boolean;
  /** The tenant's address may be wrong. */
  readonly isMisaddressed?: (error: E) => boolean;
  /** What the view shows in the place of rows, where nothing has been loaded. */
  readonly welcome?: "nameNotFound" | "stoppedByProxy" | "unreachable";
}

const always = () => true;
const whileListing = ({ operation }: ServiceError) => operation === "list";
const unexpectedResponse = () => l10n.t("unexpected response");

/** The table of service errors: each kind once, with all that depends on it. */
const ERRORS: { readonly [K in Kind]: ErrorRule<Of<K>> } = {
  "name-not-found": {
    label: () => l10n.t("name not found"),
    text: ({ host }) => l10n.t("{0} cannot be reached: the name was not found.", host),
    next: () => "proxySettings",
    isTransient: true,
    isOutOfReach: always,
    isMisaddressed: always,
    welcome: "nameNotFound",
  },
  refused: {
    label: () => l10n.t("connection refused"),
    text: ({ host }) =>
      l10n.t(
        "{0} cannot be reached: it refused the connection. Check the tenant's address and its port, or try again later.",
        host,
      ),
    isTransient: true,
    isOutOfReach: always,
    isMisaddressed: always,
    welcome: "unreachable",
  },
  unreachable: {
    label: () => l10n.t("not reachable"),
    text: ({ host }) => l10n.t("{0} cannot be reached: there is no way to it from this network.", host),
    next: () => "proxySettings",
    isTransient: true,
    isOutOfReach: always,
    welcome: "unreachable",
  },
  reset: {
    label: () => l10n.t("connection closed"),
    text: ({ host }) => l10n.t("{0} closed the connection before it had answered.", host),
    isTransient: true,
    welcome: "unreachable",
  },
  timeout: {
    label: () => l10n.t("no answer in time"),
    text: ({ phase, host }) =>
      phase === "connect"
        ? l10n.t("{0} cannot be reached: it did not answer in time.", host)
        : l10n.t("{0} took too long to answer.", host),
    isOutOfReach: ({ phase }) => phase === "connect",
    welcome: "unreachable",
  },
  "not-https": {
    label: () => l10n.t("wrong kind of answer"),
    text: ({ host }) => l10n.t("{0} does not speak HTTPS. Check the tenant's address and its port.", host),
    isMisaddressed: always,
  },
  "not-http": {
    label: () => l10n.t("wrong kind of answer"),
    text: ({ host }) =>
      l10n.t("{0} does not answer as a web service does. Check the tenant's address and its port.", host),
    isMisaddressed: always,
  },
  certificate: {
    label: () => l10n.t("certificate not accepted"),
    text: ({ fault, host }) => CERTIFICATE_TEXTS[fault](host),
    isMisaddressed: ({ fault }) => fault === "wrong-host" || fault === "other",
  },
  proxy: {
    label: () => l10n.t("stopped by the proxy"),
    text: ({ fault, proxyHost }, { proxySetting }) => PROXY_TEXTS[fault](proxyHost, proxySetting),
    next: () => "proxySettings",
    welcome: "stoppedByProxy",
  },
  "bad-request": {
    label: () => l10n.t("request refused"),
    text: refusedText,
  },
  unauthorized: {
    label: () => l10n.t("token not accepted"),
    text: ({ said }, { tenant }) =>
      said === undefined
        ? l10n.t("{0} does not accept the token any more.", tenant)
        : l10n.t("{0} does not accept the token any more: {1}.", tenant, quoted(said)),
    next: () => "signIn",
    needsSignIn: true,
  },
  forbidden: {
    label: () => l10n.t("not allowed"),
    text: forbiddenText,
    next: () => "signInDifferently",
  },
  "not-found": {
    label: () => l10n.t("request refused"),
    text: notFoundText,
    next: ({ operation }) => (operation === "list" ? undefined : "refresh"),
    isMisaddressed: whileListing,
  },
  "rate-limited": {
    label: () => l10n.t("too many requests"),
    text: (_, { tenant }) => l10n.t("{0} still asks to slow down. Try again in a minute.", tenant),
  },
  server: {
    label: () => l10n.t("service in trouble"),
    text: ({ status, said }, { tenant }) =>
      said === undefined
        ? l10n.t("{0} has a problem of its own (status {1}).", tenant, status)
        : l10n.t("{0} has a problem of its own (status {1}): {2}.", tenant, status, quoted(said)),
    isTransient: true,
  },
  "not-json": {
    label: unexpectedResponse,
    text: ({ operation, host }, { tenant }) =>
      operation === "sign-in"
        ? l10n.t(
            "{0} answered with something that is not JSON where an access token was asked for. Check the tenant's auth URL.",
            host,
          )
        : l10n.t(
            "{0} answered with something that is not JSON. A proxy or a sign-in page may stand in between.",
            tenant,
          ),
  },
  "unexpected-shape": {
    label: unexpectedResponse,
    text: ({ operation, host }, { tenant }) =>
      operation === "sign-in"
        ? l10n.t(
            "{0} answered without an access token that can be used where one was asked for. Check the tenant's auth URL.",
            host,
          )
        : l10n.t("{0} answered with something that is not what was asked for. Check the tenant's address.", tenant),
    isMisaddressed: whileListing,
  },
  "too-large": {
    label: unexpectedResponse,
    text: (_, { tenant }) =>
      l10n.t("{0} answered with more than can be read safely. Check the tenant's address.", tenant),
    isMisaddressed: whileListing,
  },
  redirected: {
    label: unexpectedResponse,
    text: ({ host }) =>
      l10n.t("{0} points to another address, which was not followed. Check the tenant's address.", host),
    isMisaddressed: whileListing,
  },
  "sign-in": {
    label: () => l10n.t("sign-in failed"),
    text: signInText,
    next: () => "signIn",
    needsSignIn: true,
  },
  "invalid-request": {
    label: () => l10n.t("request refused"),
    text: ({ problem }) => joinSentences(problem, l10n.t("Nothing was sent.")),
  },
  cancelled: {
    label: () => l10n.t("cancelled"),
    text: ({ sent }) =>
      sent === "maybe" ? l10n.t("Cancelled after the update was on its way.") : l10n.t("Cancelled."),
  },
};

/** What a kind of error means, but for its texts. */
export function ruleOf(error: ServiceError): ErrorRule<ServiceError> {
  return ERRORS[error.kind] as ErrorRule<ServiceError>;
}

/**
 * Says what went wrong in words a person can act on. Everything in it is plain
 * text without credentials; see `errors.ts` for where that is made sure of.
 */
export function sentence(error: unknown, context: MessageContext): ErrorMessage {
  if (!isServiceError(error))
    return { text: l10n.t("{0}: something unexpected went wrong. The log says more.", shownTenant(context)) };
  const { proxySetting = "http.proxy" } = context;
  const proxyHint = ruleOf(error).isOutOfReach?.(error)
    ? l10n.t(
        "If your network needs a proxy, set {0}: PAC files and the system's proxy settings aren't used.",
        proxySetting,
      )
    : "";
  return {
    text: joinSentences(describeServiceError(error, context), effectOnUpdate(error, context), proxyHint),
    next: nextStep(error),
  };
}

/** The one thing that helps with an error; undefined where nothing here does. */
export function nextStep(error: ServiceError): NextStep | undefined {
  const next = isNoToken(error) ? undefined : ruleOf(error).next?.(error);
  return next ?? (error.operation === "update" || error.kind === "invalid-request" ? undefined : "retry");
}

/** What happened, without what it means for an update: that is told where it has been found out. */
export function describeServiceError(error: ServiceError, context: MessageContext): string {
  if (isNoToken(error)) return noTokenText(error);
  return ruleOf(error).text(error, { ...context, tenant: shownTenant(context) });
}

/** Why loading failed, in a few words. */
export function shortReason(failure: unknown): string {
  return isServiceError(failure) ? ruleOf(failure).label() : l10n.t("unexpected failure");
}

/**
 * What is said of something in progress that may have to wait for the service's rate limit.
 * @param seconds how long it still waits, as `OnWait` tells it: 0 where it goes on.
 * @param words what is said while it does not wait.
 */
export function unlessRateLimited(words: string, tenant: string, seconds: number): string {
  return seconds > 0 ? l10n.t("{0} asks to slow down. Going on in {1} s.", sanitizeText(tenant, 80), seconds) : words;
}

/** For an update: whether it can have taken effect. A refusal of the update says so by itself. */
function effectOnUpdate(error: ServiceError, { connection }: MessageContext): string {
  if (error.operation === "list" || error.kind === "invalid-request") return "";
  if (error.sent === "maybe") return l10n.t("The update may or may not have taken effect.");
  if (error.operation === "sign-in") return connection === undefined ? "" : l10n.t("Nothing was sent.");
  if (error.kind === "rate-limited") return l10n.t("The update was not applied.");
  return "status" in error ? "" : l10n.t("Nothing was sent.");
}

/** Whether the token endpoint answered with a status that says no. */
function isNoToken(error: ServiceError): error is StatusError {
  return error.operation === "sign-in" && error.name === "StatusError";
}

function shownTenant({ tenant }: MessageContext): string {
  return sanitizeText(tenant, 80);
}
