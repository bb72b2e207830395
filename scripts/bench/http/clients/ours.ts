import { performance } from "node:perf_hooks";
import { createServiceClient, type ServiceClient } from "../../../../client/core/service/client.js";
import { listAll } from "../../../../client/core/service/operations/listing.js";
import type { ConnectionRecord } from "../../../../client/core/service/operations/records.js";
import type { Lister, Target } from "./lister.js";

// The extension reads undici with its first request; every contestant has its library loaded before the clock starts.
await import("../../../../client/core/service/transport/undici.js");

/** The extension's client of a service, as the extension makes it; its log lines go nowhere. */
export function connect({ baseUrl, accessToken }: Target): ServiceClient {
  const ignore = (): void => undefined;
  return createServiceClient({
    tenant: { baseUrl },
    credential: () => Promise.resolve({ kind: "accessToken", accessToken }),
    log: { info: ignore, warn: ignore },
    network: { environment: {} },
  });
}

/** With all that it does beside listing: it checks every record, minds the rate limit, bounds times and sizes. */
export const list: Lister = async (target) => {
  const client = connect(target);
  const rows: ConnectionRecord[] = [];
  let firstRowsAt: number | undefined;
  for await (const { records } of listAll((page, signal) => client.listPage(page, { signal }), target.concurrency)) {
    rows.push(...records);
    firstRowsAt ??= performance.now();
  }
  await client.close();
  return { rows, firstRowsAt: firstRowsAt ?? NaN };
};
