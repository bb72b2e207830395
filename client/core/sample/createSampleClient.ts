import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceClient } from "../service/serviceClient.js";
import { serviceError, type Failure, type Fault, type Operation } from "../service/errors/errors.js";
import { createListReader } from "../service/operations/recordReader.js";
import type { Update } from "../service/operations/update.js";
import { fingerprintOf, SAMPLE_HOST, SAMPLE_IDS, sampleRecords } from "./sampleRecords.js";

const UPDATE_MS = 600;

/** Keeps records in memory. Drops setups, because no operation returns them and files with errors are never pushed. */
export function createSampleClient(): ServiceClient {
  const records = new Map(sampleRecords(Date.now()).map((record) => [record.id, record]));
  const withLostResponse = new Set<string>([SAMPLE_IDS.lostAnswer]);
  const closed = new AbortController();
  const fail = (fault: Fault, operation: Operation, sent: Failure["sent"] = "no") =>
    serviceError(fault, { operation, host: SAMPLE_HOST, sent });
  const isEnded = (signal: AbortSignal | undefined) => closed.signal.aborted || signal?.aborted === true;
  return {
    ...createListReader(async (page, { signal } = {}) => {
      if (isEnded(signal)) throw fail({ kind: "cancelled" }, "list");
      const shown = page === 0 ? [...records.values()] : [];
      return Promise.resolve({ records: shown, total: records.size, droppedCount: 0, more: false });
    }),
    updateConnection: async (id, update, { signal } = {}) => {
      if (isEnded(signal)) throw fail({ kind: "cancelled" }, "update");
      const record = records.get(id);
      if (!record) throw fail({ kind: "not-found", status: 404 }, "update");
      const { name = record.name } = JSON.parse(update) as Update;
      const updated_at = new Date().toISOString();
      const fingerprint = fingerprintOf(id, `${updated_at} ${record.fingerprint}`);
      const changed = { ...record, name, ready: true, updated_at, fingerprint };
      records.set(id, changed);
      const isResponseLost = withLostResponse.delete(id);
      const ended = AbortSignal.any([closed.signal, ...(signal ? [signal] : [])]);
      await sleep(UPDATE_MS, undefined, { signal: ended }).catch(() => undefined);
      if (isEnded(signal)) throw fail({ kind: "cancelled" }, "update", "maybe");
      if (isResponseLost) throw fail({ kind: "reset" }, "update", "maybe");
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
