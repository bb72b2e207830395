import type { Api } from "../api/api.js";
import { parseQuery, withTotals } from "../api/list.js";
import type { Choices } from "../choices.js";
import { connectionAt } from "../data/catalogue.js";
import type { ConnectionStore } from "../data/store.js";
import { isReply, textReply, type Answer, type Reply } from "../http/reply.js";
import type { RecordedRequest } from "../http/request-log.js";
import { endless, slowly } from "./bodies.js";
import type { Fault, Moment } from "./fault.js";
import type { FaultQueue } from "./queue.js";

/** What faults work on. */
export interface FaultParts {
  readonly api: Api;
  readonly store: ConnectionStore;
  readonly choices: Choices;
  readonly queue: FaultQueue;
}

const JSON_TYPE = "application/json; charset=utf-8";

/**
 * Answers a request with the faults that wait for it: those of the moment
 * before, then the operation unless one of them answered, then those after.
 * @param signal tells when the client is gone.
 */
export async function answerWithFaults(
  request: RecordedRequest,
  parts: FaultParts,
  signal: AbortSignal,
): Promise<Answer> {
  const faults = parts.queue.take(request);
  let answer: Answer | undefined;
  for (const fault of faults) {
    await happen(fault, "before", request, parts, signal);
    answer ??= answerInstead(fault, request, parts);
  }
  answer ??= await parts.api.answer(request);
  for (const fault of faults) {
    await happen(fault, "after", request, parts, signal);
    answer = distort(fault, answer, parts);
  }
  return answer;
}

/** What a fault does beside the answer, if this is its moment. */
async function happen(
  fault: Fault,
  moment: Moment,
  request: RecordedRequest,
  { store, queue }: FaultParts,
  signal: AbortSignal,
): Promise<void> {
  if (!("when" in fault ? (fault.when ?? "before") === moment : moment === "before")) return;
  switch (fault.kind) {
    case "hold":
      await queue.hold(fault.name, signal);
      break;
    case "change":
      store.change(fault.id ?? request.id ?? "", fault.change);
      break;
    case "shift":
      for (let i = 0; i < (fault.insert ?? 0); i++) store.insert();
      for (let i = 0; i < (fault.remove ?? 0); i++) store.remove(store.idAt(0));
      break;
    default:
      break;
  }
}

/** The answer a fault gives in place of the operation's, which then doesn't run. */
function answerInstead(fault: Fault, request: RecordedRequest, parts: FaultParts): Answer | undefined {
  if (fault.kind === "silence" && fault.when === "before") return fault.how;
  if (fault.kind === "reply" && fault.applied !== true) return otherReply(fault, parts);
  if (fault.kind === "endless-pages" && request.operation === "list")
    return endlessPage(fault.records, request, parts.choices);
  return undefined;
}

/** What a fault makes of the answer. */
function distort(fault: Fault, answer: Answer, parts: FaultParts): Answer {
  if (fault.kind === "silence" && fault.when === "after") return fault.how;
  if (fault.kind === "reply" && fault.applied === true) return otherReply(fault, parts);
  if (!isReply(answer)) return answer;
  const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.alloc(0);
  switch (fault.kind) {
    case "headers":
      return { ...answer, headers: { ...answer.headers, ...fault.headers } };
    case "truncate": {
      const body = bytes.subarray(0, fault.bytes ?? Math.floor(bytes.length / 2));
      return { ...answer, body, announcedLength: fault.how === "cut" ? bytes.length : undefined };
    }
    case "slow-body":
      return { ...answer, body: slowly(bytes, fault.everyMilliseconds ?? 1000) };
    case "endless-body":
      return { ...answer, body: endless };
    default:
      return answer;
  }
}

function otherReply(fault: Fault & { readonly kind: "reply" }, { api }: FaultParts): Reply {
  const headers = fault.status === 429 ? (fault.headers ?? api.exhaustedHeaders()) : (fault.headers ?? {});
  if (fault.body !== undefined) return textReply(fault.status, JSON_TYPE, fault.body, headers);
  return api.error({ status: fault.status, message: "The service cannot do this now.", headers });
}

function endlessPage(records: "new" | "same", { query }: RecordedRequest, choices: Choices): Reply | undefined {
  const asked = parseQuery(query);
  if ("status" in asked) return undefined;
  const first = records === "new" ? asked.page * asked.perPage : 0;
  const items = Array.from({ length: asked.perPage }, (_, i) =>
    JSON.stringify({ ...connectionAt(first + i), environment: undefined }),
  );
  const text = `[${items.join(",")}]`;
  return textReply(200, JSON_TYPE, asked.includeTotals ? withTotals(text, 1_000_000_000, choices) : text);
}
