import { isIPv6 } from "node:net";

export interface NetworkSettings {
  /** `http.proxy`. Overrides the environment. */
  readonly proxy?: string | undefined;
  /** `http.noProxy`. As in VS Code, entries override NO_PROXY in the environment. */
  readonly noProxy?: readonly string[] | undefined;
  /** `http.proxySupport`: `off` disables proxies. */
  readonly proxySupport?: string | undefined;
  /** `http.proxyStrictSSL`. False skips the check of the proxy's own certificate, but never of the service's. */
  readonly proxyStrictSsl?: boolean | undefined;
  /** `http.proxyAuthorization`, sent to the proxy unchanged. */
  readonly proxyAuthorization?: string | undefined;
  /** `http.systemCertificates`: false ignores the system's trusted authorities. */
  readonly systemCertificates?: boolean | undefined;
  /** As PEM text, in addition to the usual ones. */
  readonly extraAuthorities?: readonly string[] | undefined;
  /** `process.env` by default. */
  readonly environment?: Variables | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

export interface Proxy {
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly checkCertificate: boolean;
}

/**
 * Finds the proxy as VS Code does: none for this machine and hosts in `noProxy`, else the setting's or the
 * environment's.
 * @returns undefined for a direct connection; `unusable` if the proxy's address is invalid.
 */
export function proxyFor(target: URL, settings: NetworkSettings): Proxy | "unusable" | undefined {
  const environment = settings.environment ?? process.env;
  if (settings.proxySupport === "off" || isNeverProxied(target) || isExcluded(target, settings, environment))
    return undefined;
  const [address] = addressesIn(settings, environment);
  if (address === undefined) return undefined;
  const url = parseProxy(address);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return "unusable";
  const authorization = filled(settings.proxyAuthorization) ?? basicAuthorization(url);
  return { url: new URL(url.origin), authorization, checkCertificate: settings.proxyStrictSsl !== false };
}

export function secretsOf(settings: NetworkSettings): readonly string[] {
  const urls = addressesIn(settings, settings.environment ?? process.env).map(parseProxy);
  const passwords = urls.flatMap((url) =>
    url ? [url.password, decode(url.password), basicAuthorization(url)?.slice("Basic ".length)] : [],
  );
  const authorization = filled(settings.proxyAuthorization)?.split(/\s+/).at(-1);
  return [...passwords, authorization].flatMap((text) => filled(text) ?? []);
}

/** The first one counts. */
function addressesIn({ proxy }: NetworkSettings, environment: Variables): readonly string[] {
  const variables = ["https_proxy", "http_proxy"].map((name) => fromEnvironment(environment, name));
  return [filled(withoutQuotes(proxy)), ...variables].filter((address) => address !== undefined);
}

/** Uses HTTP if the scheme is missing. Takes credentials as people write them, such as `DOMAIN\user:pass#word`. */
function parseProxy(address: string): URL | undefined {
  const [, scheme = "http", user = "", host = ""] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:(.*)@)?([^@]*)$/is.exec(address) ?? [];
  // In a URL, a host may have such characters; `http:/host`, which lacks a slash, would name the host `http`.
  if (/["'“”‘’`]|:\//.test(host) || !URL.canParse(`${scheme}://${host}`)) return undefined;
  const url = new URL(`${scheme}://${host}`);
  [, url.username = "", url.password = ""] = /^([^:]*)(?::(.*))?$/s.exec(user) ?? [];
  return url;
}

/** As in VS Code, these never use a proxy. */
function isNeverProxied({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

function isExcluded(target: URL, { noProxy = [] }: NetworkSettings, environment: Variables): boolean {
  const entries = noProxy.length > 0 ? noProxy : (fromEnvironment(environment, "no_proxy") ?? "").split(/[\s,;]+/);
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return entries.some((entry) => excludes(entry.trim().toLowerCase(), target.hostname, port));
}

/**
 * @param entry `*`, or a host or domain, optionally with a leading `.` or `*.`, and with a port. As people write them, also
 * with a scheme, with the final dot of DNS, and as an IPv6 address without brackets.
 */
function excludes(entry: string, hostname: string, port: string): boolean {
  if (entry === "*") return true;
  const [, name = "", entryPort] =
    /^(?:https?:\/\/)?([^/]*?)(?::(\d+))?(?:\/.*)?$/.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
  const domain = name.replace(/^\*?\./, "").replace(/\.$/, "");
  if (domain === "" || (entryPort !== undefined && entryPort !== port)) return false;
  const host = hostname.replace(/\.$/, "");
  return host === domain || host.endsWith(`.${domain}`);
}

function fromEnvironment(environment: Variables, name: string): string | undefined {
  return [name, name.toUpperCase()].map((one) => filled(withoutQuotes(environment[one]))).find(Boolean);
}

/** Removes quotes that cmd.exe and files of variables, unlike a shell, leave around a value. */
function withoutQuotes(text: string | undefined): string | undefined {
  return text?.replace(/^\s*(["'])(.*)\1\s*$/s, "$2");
}

function filled(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === "" ? undefined : trimmed;
}

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === "") return undefined;
  return `Basic ${Buffer.from(`${decode(username)}:${decode(password)}`).toString("base64")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
