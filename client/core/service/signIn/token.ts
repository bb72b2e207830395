import { call, READ_RETRIES, refusalOf, type CallContext, type Tokens } from "../calls/calls.js";
import { parseBody, readMessage } from "../calls/serviceMessage.js";
import { readClaims } from "./claims.js";
import { isServiceError, serviceError, type Failure, type SignInError } from "../errors/errors.js";
import { isObject } from "../../text/json.js";
import { parseAuthUrl } from "../origin.js";
import type { Secrets } from "../redaction/secrets.js";
import type { Credential, TokenSource } from "./method.js";
import { fieldsKept, methodOf } from "./signInMethods.js";
import type { Reply } from "../transport/transport.js";
import { orAborted, type CancellableCall, type Clock, type OnWait } from "../calls/wait.js";

/** Called before each request, so that changes apply at once. Resolves to undefined while signed out. */
export type CredentialSource = () => Promise<Credential | undefined>;

type ProofSource = Extract<TokenSource, { proof: unknown }>;

/** `until`: milliseconds since the epoch. */
interface Fetched {
  readonly token: string;
  readonly until: number;
}

/** Has no token until it's fetched. */
interface Current extends Partial<Fetched> {
  readonly key: string;
  readonly fetched: Promise<Fetched>;
  /** Calls that haven't been canceled. When none is left, the request ends. */
  waiting: number;
  readonly unwanted: AbortController;
}

export interface TokenOptions {
  readonly credential: CredentialSource;
  readonly contextFor: (origin: string) => CallContext;
  readonly base: URL;
  readonly clock: Clock;
  /** Gets each secret before its first use. */
  readonly secrets: Secrets;
  /** Aborts token requests. */
  readonly closed: AbortSignal;
}

/** Relative to the tenant's auth URL ("Authentication", 2). */
const TOKEN_PATH = "/oauth/token/";
/** Tokens are renewed this long before they expire, or a tenth of their lifetime if that's less. */
const EXPIRY_MARGIN_MS = 60_000;
/** For tokens without an expiry. */
const UNKNOWN_LIFETIME_MS = 300_000;

/** Requests and caches tokens. Concurrent calls share one token request. */
export function createTokens({
  credential: readCredential,
  contextFor,
  base,
  clock,
  secrets,
  closed,
}: TokenOptions): Tokens {
  const listeners = new Set<OnWait>();
  let current: Current | undefined;
  const failure: Failure = { operation: "sign-in", host: base.host, sent: "no" };

  function failed(fault: SignInError["fault"], more: Pick<SignInError, "serviceMessage" | "method" | "refusal"> = {}) {
    return serviceError({ kind: "sign-in", fault, ...more }, failure);
  }

  async function get({ signal, onWait }: CancellableCall): Promise<string> {
    // The credential store's error may quote the credential.
    const reading = readCredential().catch(() => {
      throw failed("unreadable");
    });
    const credential = await orAborted(reading, signal);
    signal.throwIfAborted();
    const source = methodOf(credential?.kind)?.token;
    if (!credential || !source) {
      drop();
      throw failed("missing");
    }
    if ("given" in source) {
      const token = toHeaderValue(source.given(credential));
      if (token === undefined) throw failed("malformed");
      secrets.add(token);
      return token;
    }
    const key = JSON.stringify(credential);
    if (current?.key !== key || (current.until ?? Infinity) <= clock.now()) current = fetch(key, credential, source);
    const mine = current;
    let reported = 0;
    const listener: OnWait = (seconds) => onWait?.((reported = seconds));
    // Runs at once when the call is canceled, so that nothing more is sent.
    const leave = () => {
      if (--mine.waiting > 0 || mine.token) return;
      mine.unwanted.abort();
      if (current === mine) current = undefined;
    };
    mine.waiting++;
    signal.addEventListener("abort", leave, { once: true });
    listeners.add(listener);
    try {
      return (await orAborted(mine.fetched, signal)).token;
    } finally {
      listeners.delete(listener);
      signal.removeEventListener("abort", leave);
      if (reported > 0) onWait?.(0);
    }
  }

  function drop(token = current?.token): void {
    if (current?.token === token) current = undefined;
  }

  function fetch(key: string, credential: Credential, source: ProofSource): Current {
    const unwanted = new AbortController();
    const fetched = request(credential, source, AbortSignal.any([closed, unwanted.signal]));
    const started: Current = { key, fetched, waiting: 0, unwanted };
    fetched.then(
      (done) => Object.assign(started, done),
      () => {
        if (current === started) current = undefined;
      },
    );
    return started;
  }

  /** Retries transient failures, because repeating a token request is safe ("Authentication", 2). */
  async function request(credential: Credential, source: ProofSource, signal: AbortSignal): Promise<Fetched> {
    const method = methodOf(credential.kind);
    secrets.add(...(method ? fieldsKept(method, "secret").flatMap(({ name }) => credential[name] ?? []) : []));
    const parsed = parseAuthUrl(credential["authUrl"] ?? base.origin);
    if (!parsed.ok) throw serviceError({ kind: "invalid-request", problem: parsed.problem }, failure);
    const address = new URL(parsed.value + TOKEN_PATH);
    const context = contextFor(address.origin);
    const audience = credential["audience"] ?? `${base.href}/`;
    const form = async () => {
      // The library's error may quote an invalid key.
      const proof = await source.proof(credential, address.href, clock.now()).catch(() => {
        throw failed("unusable");
      });
      return new URLSearchParams({ grant_type: "client_credentials", ...proof, audience }).toString();
    };
    const sent = {
      operation: "sign-in",
      method: "POST",
      path: address.pathname,
      contentType: "application/x-www-form-urlencoded",
      body: form,
    } as const;
    const requestedAt = clock.now();
    const onWait: OnWait = (seconds) => {
      for (const listener of listeners) listener(seconds);
    };
    const reply = await call(context, sent, READ_RETRIES, { onWait, signal }).catch((error: unknown) => {
      const isRefused =
        isServiceError(error) &&
        (error.kind === "bad-request" || error.kind === "unauthorized" || error.kind === "forbidden");
      if (!isRefused) throw error;
      const { serviceMessage, refusal } = error;
      throw failed("refused", { serviceMessage, refusal, method: credential.kind });
    });
    const { token, seconds } = read(reply, context, credential.kind);
    const lifetime =
      typeof seconds === "number" && seconds > 0
        ? seconds * 1000
        : (readClaims(token)?.lifetime ?? UNKNOWN_LIFETIME_MS);
    return { token, until: requestedAt + lifetime - Math.min(EXPIRY_MARGIN_MS, lifetime / 10) };
  }

  function read(reply: Reply, { host, redactor }: CallContext, method: string) {
    const answer = parseBody(reply);
    if (answer === undefined) throw serviceError({ kind: "not-json" }, { ...failure, host });
    const { access_token: given, expires_in: seconds } = isObject(answer) ? answer : {};
    const token = toHeaderValue(given);
    if (token === undefined) {
      // Some endpoints report errors with status 200.
      const { text: serviceMessage, code } = readMessage(reply, redactor);
      if (serviceMessage === undefined) throw serviceError({ kind: "unexpected-shape" }, { ...failure, host });
      throw failed("refused", { serviceMessage, method, refusal: refusalOf(reply.status, code, serviceMessage) });
    }
    secrets.add(token);
    return { token, seconds };
  }

  return {
    get,
    drop,
    renew: async (refused, options) => {
      drop(refused);
      return (await get(options)) !== refused;
    },
  };
}

/** Returns undefined for anything but visible ASCII, which a header requires. */
function toHeaderValue(token: unknown): string | undefined {
  const text = typeof token === "string" ? token.trim().replace(/^bearer +/i, "") : "";
  return /^[\x21-\x7e]{1,16384}$/.test(text) ? text : undefined;
}
