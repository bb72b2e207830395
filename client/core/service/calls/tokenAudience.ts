import { decodeJwt } from "jose";

/** Returns the host that a token's audience names, if it's none of this service's. */
export function otherAudience(token: string, host: string): string | undefined {
  try {
    const hosts = [decodeJwt(token).aud ?? []]
      .flat()
      .flatMap((text) => (URL.canParse(text) ? [new URL(text).host] : []));
    return hosts.includes(host) ? undefined : hosts.find((other) => other !== "");
  } catch {
    return undefined;
  }
}
