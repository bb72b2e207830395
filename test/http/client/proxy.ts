import { certificate } from "../../service/certificates.js";
import { startProxy, type ProxyOptions, type RecordingProxy } from "../../service/proxy.js";
import type { Service } from "../../service/service.js";
import { closeAfterwards, service } from "./support.js";

/** The host of the service that only a proxy can find. */
export const TENANT = "acme.example.com";

/** A service that is known as acme.example.com behind a proxy, and nowhere else. */
export async function behindProxy(
  options: Omit<ProxyOptions, "routes"> = {},
): Promise<{ readonly to: Service; readonly proxy: RecordingProxy }> {
  const to = await service({ tls: certificate("tenants") });
  const proxy = await recordingProxy({ routes: { [`${TENANT}:443`]: Number(new URL(to.origin).port) }, ...options });
  return { to, proxy };
}

/** Starts a proxy that stops after the test. */
export async function recordingProxy(options: ProxyOptions): Promise<RecordingProxy> {
  return closeAfterwards(await startProxy(options));
}
