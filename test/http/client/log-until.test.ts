import { expect, it } from "vitest";
import { createServiceClient } from "../../../client/core/service/client.js";
import { logUntil } from "../../../client/core/service/transport/transport.js";
import { service } from "./support.js";

it("writes nothing into a log that was closed before the requests were", async () => {
  const to = await service();
  const closed = new AbortController();
  const lines: string[] = [];
  const write = (line: string): void => {
    if (closed.signal.aborted) throw new Error("Channel has been closed");
    lines.push(line);
  };
  const client = createServiceClient({
    tenant: { baseUrl: to.baseUrl },
    credential: () => Promise.resolve({ kind: "accessToken", accessToken: to.accessToken }),
    log: logUntil(closed.signal, { info: write, warn: write }),
  });
  await client.listPage(0);
  to.faults.add({ kind: "hold", name: "list" }, { operation: "list" });
  const reading = client.listPage(0);
  await to.faults.held("list");
  closed.abort();
  await client.close();
  await expect(reading).rejects.toMatchObject({ kind: "cancelled" });
  expect(lines).toHaveLength(1);
});
