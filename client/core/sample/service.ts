import type { InMemoryService } from "../service/transport/inMemory.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { fingerprintOf, SAMPLE_IDS, sampleRecords } from "./records.js";

/** How long an update takes, in milliseconds: long enough to be seen. */
const UPDATE_MS = 600;

const LIST = /^\/api\/v2\/flows\/vault\/connections\?page=(\d+)&per_page=(\d+)/;
const ONE = /^\/api\/v2\/flows\/vault\/connections\/([\w-]+)$/;

/**
 * A service with both operations and some connections of its own, for as long as somebody holds on to it. Of a setup
 * nothing is kept: no operation gives it back. It believes what it is sent, since a file with mistakes is never pushed.
 * @param now the time, in milliseconds since the epoch.
 */
export function sampleService(now: () => number = Date.now): InMemoryService {
  const records = new Map(sampleRecords(now()).map((record) => [record.id, record]));
  const losesAnswer = new Set<string>([SAMPLE_IDS.lostAnswer]);
  return ({ method, path, body }) => {
    const list = method === "GET" ? LIST.exec(path) : null;
    if (list) {
      const [page, size] = [Number(list[1]), Number(list[2])];
      const connections = [...records.values()].slice(page * size, (page + 1) * size);
      return { kind: "reply", status: 200, body: { connections, total: records.size } };
    }
    const id = method === "PATCH" ? ONE.exec(path)?.[1] : undefined;
    const record = id === undefined ? undefined : records.get(id);
    if (!record) return { kind: "reply", status: 404, body: { message: "Not found" } };
    const changed = updated(record, body, now());
    records.set(record.id, changed);
    if (losesAnswer.delete(record.id)) return { kind: "lost", afterMs: UPDATE_MS };
    return { kind: "reply", status: 200, body: changed, afterMs: UPDATE_MS };
  };
}

function updated(record: ConnectionRecord, body: string, now: number): ConnectionRecord {
  const { name } = JSON.parse(body) as { readonly name?: string };
  const updated_at = new Date(now);
  return {
    ...record,
    ...(name !== undefined && { name }),
    ready: true,
    updated_at,
    fingerprint: fingerprintOf(record.id, `${updated_at.toISOString()} ${record.fingerprint}`),
  };
}
