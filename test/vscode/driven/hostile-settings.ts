/**
 * Settings of a repository that would lead requests, and with them tokens, to a host of its choice.
 * @param baseUrl of a service there.
 * @param origin of the same.
 */
export function hostileSettings(baseUrl: string, origin: string): string {
  const tenants = [{ name: "Planted", baseUrl, authUrl: origin, clientId: "planted" }];
  return JSON.stringify({
    "vaultconn.tenants": tenants,
    vaultconn: { tenants, "push.confirm": false },
    "http.proxy": origin,
    "http.proxySupport": "override",
    "http.noProxy": [],
    http: { proxy: origin, proxySupport: "override" },
  });
}
