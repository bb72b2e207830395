import { setImmediate } from "node:timers/promises";
import type { ReadPage } from "../../../client/core/connections/loads.js";
import type { ConnectionStore } from "../../../client/core/connections/store.js";
import type { OnWait } from "../../../client/core/service/calls/wait.js";
import type { Page } from "../../../client/core/service/operations/page.js";
import type { Connection } from "../../../schemas/generated/connection.js";

export function record(index: number, change: Partial<Connection> = {}): Connection {
  const time = "2026-01-02T03:04:05.000Z";
  return {
    id: `ac_${index}`,
    app_id: "SLACK",
    name: `Connection ${index}`,
    ready: true,
    created_at: time,
    updated_at: time,
    fingerprint: `f${index}`,
    ...change,
  };
}

export function page(first: number, count: number, more: boolean, total?: number): Page {
  return { records: Array.from({ length: count }, (_, i) => record(first + i)), total, droppedCount: 0, more };
}

export function ids(store: ConnectionStore): string[] {
  return store.snapshot.connections.map(({ id }) => id);
}

/** Pages that are answered one by one, when the test says so. */
export function pagesOnDemand(): {
  readonly readPage: ReadPage;
  readonly requests: {
    page: number;
    signal: AbortSignal | undefined;
    onWait: OnWait | undefined;
    answer: (page: Page) => void;
    fail: (error: unknown) => void;
  }[];
} {
  const requests: ReturnType<typeof pagesOnDemand>["requests"] = [];
  const readPage: ReadPage = (number, { signal, onWait }) =>
    new Promise((answer, fail) => {
      requests.push({ page: number, signal, onWait, answer, fail });
    });
  return { readPage, requests };
}

export async function settle(): Promise<void> {
  await setImmediate();
}
