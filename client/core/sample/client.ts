import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceClient } from "../service/client.js";
import { serviceError, type Failure } from "../service/errors/errors.js";
import type { Update } from "../service/operations/update.js";
import { fingerprintOf, SAMPLE_HOST, SAMPLE_IDS, sampleRecords } from "./records.js";

const UPDATE_MS = 600;

/** Keeps records in memory. Drops setups, because no operation returns them and files with errors are never pushed. */
export function createSampleClient(): ServiceClient {
  const records = new Map(sampleRecords(Date.now()).map((record) => [record.id, record]));
  const withLostResponse = new Set<string>([SAMPLE_IDS.lostAnswer]);
  const closed = new AbortController();
  const throwIfEnded = (failure: Failure, signal?: AbortSignal) => {
    if (closed.signal.aborted || signal?.aborted) throw serviceError({ kind: "cancelled" }, failure);
  };
  return {
    listPage: async (page, { signal } = {}) => {
      throwIfEnded(failureOf("list", "no"), signal);
      const shown = page === 0 ? [...records.values()] : [];
      return Promise.resolve({ records: shown, total: records.size, droppedCount: 0, more: false });
    },
    updateConnection: async (id, update, { signal } = {}) => {
      throwIfEnded(failureOf("update", "no"), signal);
      const record = records.get(id);
      if (!record) throw serviceError({ kind: "not-found", status: 404 }, failureOf("update", "no"));
      const { name = record.name } = JSON.parse(update) as Update;
      const updated_at = new Date().toISOString();
      const fingerprint = fingerprintOf(id, `${updated_at} ${record.fingerprint}`);
      const changed = { ...record, name, ready: true, updated_at, fingerprint };
      records.set(id, changed);
      const isResponseLost = withLostResponse.delete(id);
      const ended = AbortSignal.any([closed.signal, ...(signal ? [signal] : [])]);
      await sleep(UPDATE_MS, undefined, { signal: ended }).catch(() => undefined);
      throwIfEnded(failureOf("update", "maybe"), signal);
      if (isResponseLost) throw serviceError({ kind: "reset" }, failureOf("update", "maybe"));
      return changed;
    },
    preflightFailure: () => Promise.resolve(undefined),
    keepSecret: () => undefined,
    dropToken: () => undefined,
    configure: () => undefined,
    close: () => {
      closed.abort();
      return Promise.resolve();
    },
  };
}

function failureOf(operation: "list" | "update", sent: Failure["sent"]): Failure {
  return { operation, host: SAMPLE_HOST, sent };
}
