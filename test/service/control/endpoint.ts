import { timingSafeEqual } from "node:crypto";
import type { Control } from "../http/exchange.js";
import { jsonReply } from "../http/reply.js";
import type { Service } from "../service.js";
import { controlActions } from "./actions.js";
import { CONTROL_PATH } from "./client.js";

/**
 * The control endpoint: POST with `{"action": <name>, "input": <value>}` and the
 * control token as bearer. It answers `{"output": <value>}`, or 400 with
 * `{"error": <sentence>}`. Its requests are not recorded and meet no faults.
 */
export function createControl(service: Service, token: string): Control {
  const actions = new Map<string, (input: never) => unknown>(Object.entries(controlActions(service)));
  return {
    path: CONTROL_PATH,
    answer: async (request, body) => {
      if (request.method !== "POST" || !equal(request.headers.authorization ?? "", `Bearer ${token}`))
        return jsonReply(403, { error: "The control token is wrong." });
      try {
        const { action, input } = JSON.parse(body.toString("utf8")) as {
          readonly action: string;
          readonly input: never;
        };
        const act = actions.get(action);
        if (act === undefined) throw new Error(`There is no action ${action}.`);
        return jsonReply(200, { output: (await act(input)) ?? null });
      } catch (error) {
        return jsonReply(400, { error: error instanceof Error ? error.message : String(error) });
      }
    },
  };
}

function equal(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
