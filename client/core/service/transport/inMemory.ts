import type { Dispatcher } from "undici";
import type { OpenDispatcher } from "./dispatcher.js";

/** A request that never leaves this process. */
interface InMemoryRequest {
  readonly method: string;
  /** With the query, if there is one. */
  readonly path: string;
  readonly body: string;
}

/** What a service in memory does with a request: it answers, or does what was asked and the answer is lost. */
type InMemoryAnswer = { readonly afterMs?: number } & (
  | { readonly kind: "reply"; readonly status: number; readonly body: unknown }
  | { readonly kind: "lost" }
);

/** A service in memory. */
export type InMemoryService = (request: InMemoryRequest) => InMemoryAnswer;

/** Opens the way to a service in this process, in the place of connections to an origin: no socket is opened, and no library read for one. */
export function openInMemory(service: InMemoryService): OpenDispatcher {
  const inProgress = new Set<() => void>();
  const dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
    const controller = new Controller();
    handler.onRequestStart?.(controller, {});
    if (controller.aborted) return true;
    const answer = service({
      method: options.method,
      path: options.path,
      body: typeof options.body === "string" ? options.body : new TextDecoder().decode(bytesOf(options.body)),
    });
    const timer = setTimeout(() => {
      inProgress.delete(end);
      if (!controller.aborted) give(answer, controller, handler);
    }, answer.afterMs ?? 0);
    const end = () => {
      clearTimeout(timer);
      // As undici says it.
      handler.onResponseError?.(controller, Object.assign(new Error("closed"), { code: "UND_ERR_DESTROYED" }));
    };
    inProgress.add(end);
    return true;
  };
  const destroy = () => {
    for (const end of inProgress) end();
    inProgress.clear();
    return Promise.resolve();
  };
  return { pool: { dispatch }, close: () => Promise.resolve(), destroy };
}

function give(answer: InMemoryAnswer, controller: Controller, handler: Dispatcher.DispatchHandler): void {
  if (answer.kind === "lost") {
    handler.onResponseError?.(controller, new Error("The answer was lost."));
    return;
  }
  handler.onResponseStart?.(controller, answer.status, { "content-type": "application/json" }, "");
  handler.onResponseData?.(controller, Buffer.from(JSON.stringify(answer.body)));
  handler.onResponseEnd?.(controller, {});
}

function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

/** What a request is ended with. There is nothing to hold back, so there are no pauses. */
class Controller implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }
}
