import { certificate } from "../../service/certificates.js";
import { startProxy, type ProxyOptions } from "../../service/proxy.js";
import { closeAfterwards, openService } from "./support.js";

/** The host of the service that only a proxy can find. */
export const TENANT = "acme.example.com";

/** A service that is known as acme.example.com behind a proxy, and nowhere else. */
export async function behindProxy(options: Omit<ProxyOptions, "routes"> = {}) {
  const service = await openService({ tls: certificate("tenants") });
  const routes = { [`${TENANT}:443`]: Number(new URL(service.origin).port) };
  const proxy = closeAfterwards(await startProxy({ routes, ...options }));
  return { service, proxy };
}
