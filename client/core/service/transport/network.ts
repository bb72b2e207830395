export interface NetworkSettings {
  /** `http.proxy`. Wins over the environment. */
  readonly proxy?: string | undefined;
  /** `http.noProxy`. If it has an entry, the environment's NO_PROXY doesn't count, as in VS Code. */
  readonly noProxy?: readonly string[] | undefined;
  /** `http.proxySupport`: `off` uses no proxy at all. */
  readonly proxySupport?: string | undefined;
  /** `http.proxyStrictSSL`. False spares the proxy's own certificate from being checked, never the service's. */
  readonly proxyStrictSsl?: boolean | undefined;
  /** `http.proxyAuthorization`: sent to the proxy as it stands. */
  readonly proxyAuthorization?: string | undefined;
  /** `http.systemCertificates`: false leaves out the authorities the system trusts. */
  readonly systemCertificates?: boolean | undefined;
  /** As PEM text, in addition to the usual ones. */
  readonly extraAuthorities?: readonly string[] | undefined;
  /** The process's own if undefined. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface Proxy {
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly checkCertificate: boolean;
}

/**
 * As in VS Code: none for this machine and for what `noProxy` names; then the setting, then the environment.
 * @returns undefined for a direct connection; `unusable` if the proxy's address can't be read.
 */
export function proxyFor(target: URL, settings: NetworkSettings): Proxy | "unusable" | undefined {
  const environment = settings.environment ?? process.env;
  if (settings.proxySupport === "off" || isNeverProxied(target) || isExcluded(target, settings, environment))
    return undefined;
  const address =
    filled(settings.proxy) ?? fromEnvironment(environment, "https_proxy") ?? fromEnvironment(environment, "http_proxy");
  if (address === undefined) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(text)) return "unusable";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "unusable";
  const authorization = filled(settings.proxyAuthorization) ?? basicAuthorization(url);
  return { url: new URL(url.origin), authorization, checkCertificate: settings.proxyStrictSsl !== false };
}

export function secretsOf(settings: NetworkSettings): readonly string[] {
  const environment = settings.environment ?? process.env;
  const addresses = [
    settings.proxy,
    fromEnvironment(environment, "https_proxy"),
    fromEnvironment(environment, "http_proxy"),
  ];
  const urls = addresses.flatMap((address) =>
    address !== undefined && URL.canParse(address) ? [new URL(address)] : [],
  );
  const passwords = urls.flatMap((url) => [
    url.password,
    decode(url.password),
    basicAuthorization(url)?.slice("Basic ".length),
  ]);
  const authorization = filled(settings.proxyAuthorization)?.split(/\s+/).at(-1);
  return [...passwords, authorization].flatMap((text) => filled(text) ?? []);
}

/** As in VS Code, no setting sends these through a proxy. */
function isNeverProxied({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

function isExcluded(
  target: URL,
  { noProxy = [] }: NetworkSettings,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const entries = noProxy.length > 0 ? noProxy : (fromEnvironment(environment, "no_proxy") ?? "").split(/[\s,]+/);
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return entries.some((entry) => excludes(entry.trim().toLowerCase(), target.hostname, port));
}

/** `*`, or a host or domain with or without `.` or `*.`, which may have a port. */
function excludes(entry: string, hostname: string, port: string): boolean {
  if (entry === "*") return true;
  const [, name = "", entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const domain = name.replace(/^\*?\./, "");
  if (domain === "" || (entryPort !== undefined && entryPort !== port)) return false;
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return filled(environment[name]) ?? filled(environment[name.toUpperCase()]);
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
