import { answerAsDocumented, type ApiParts } from "../api/api.js";
import { errorReply } from "../api/error-reply.js";
import { isReply, textReply, type Answer, type Reply } from "../http/reply.js";
import type { RecordedRequest } from "../http/request-log.js";
import type { Fault, Moment } from "./fault.js";
import type { FaultQueue } from "./queue.js";

/** What faults work on. */
export interface FaultParts extends ApiParts {
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
    answer ??= answerInstead(fault);
  }
  answer ??= await answerAsDocumented(request, parts);
  for (const fault of faults) {
    await happen(fault, "after", request, parts, signal);
    answer = distort(fault, answer);
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
function answerInstead(fault: Fault): Answer | undefined {
  if (fault.kind === "silence" && fault.when === "before") return fault.how;
  if (fault.kind === "reply" && fault.applied !== true) return otherReply(fault);
  return undefined;
}

/** What a fault makes of the answer. */
function distort(fault: Fault, answer: Answer): Answer {
  if (fault.kind === "silence" && fault.when === "after") return fault.how;
  if (fault.kind === "reply" && fault.applied === true) return otherReply(fault);
  if (!isReply(answer)) return answer;
  switch (fault.kind) {
    case "headers":
      return { ...answer, headers: { ...answer.headers, ...fault.headers } };
    case "truncate": {
      const { length } = answer.body;
      const body = answer.body.subarray(0, fault.bytes ?? Math.floor(length / 2));
      return { ...answer, body, announcedLength: fault.how === "cut" ? length : undefined };
    }
    case "slow-body":
      return { ...answer, everyMilliseconds: fault.everyMilliseconds ?? 1000 };
    default:
      return answer;
  }
}

function otherReply({ status, body, headers = {} }: Fault & { readonly kind: "reply" }): Reply {
  if (body !== undefined) return textReply(status, JSON_TYPE, body, headers);
  return errorReply({ status, message: "The service cannot do this now.", headers });
}
