import { inspect } from "node:util";
import type { PushContext } from "../../../client/src/push/carryOut.js";
import { remember, type RememberedRecord } from "../../../client/src/push/drift.js";
import { PushHistory } from "../../../client/src/push/history.js";
import { historyTable } from "../../../client/src/push/historyTable.js";
import { PushJournal } from "../../../client/src/push/journal.js";
import type { Outcome } from "../../../client/src/push/outcome.js";
import { outcomeSentence } from "../../../client/src/push/outcomeSentence.js";
import type { PushPlan } from "../../../client/src/push/plan.js";
import type { PushRequest } from "../../../client/src/push/prepare.js";
import { runPush, type PushDecisions, type RunOptions } from "../../../client/src/push/run.js";
import { PushesUnderWay } from "../../../client/src/push/underWay.js";
import type { ServiceClient } from "../../../client/src/service/client.js";
import { inspect as inspectText } from "../../unit/push/inspected.js";
import { TextStorage } from "../../unit/push/textStorage.js";
import type { Service } from "../../service/service.js";
import { canary, connect, SHORT, TestClock } from "../client/support.js";

/** The secret that every setup of these tests gets, by reference. */
export const CANARY = "canary-8Zq4vT1xWm";

/** A window that pushes to a service. */
export interface Window {
  readonly client: ServiceClient;
  readonly storage: TextStorage;
  readonly context: PushContext & {
    readonly underWay: PushesUnderWay;
    readonly journal: PushJournal;
    readonly history: PushHistory;
  };
  /** What a person says; may be changed. */
  readonly decisions: { -readonly [Name in keyof PushDecisions]: PushDecisions[Name] };
  /** The plans that were shown. */
  readonly shown: PushPlan[];
}

/** Opens a window. Answers that are lost are given up soon, and waiting takes no time. */
export function openWindow(to: Service, storage = new TextStorage()): Window {
  const clock = new TestClock();
  const { client } = connect(to, { limits: SHORT, clock });
  const shown: PushPlan[] = [];
  const decisions: PushDecisions = {
    chooseOnDrift: () => Promise.resolve("overwrite"),
    confirm: () => Promise.resolve(true),
  };
  const context = {
    journal: new PushJournal(storage),
    history: new PushHistory(storage),
    underWay: new PushesUnderWay(),
    clock,
  };
  return { client, storage, context, decisions, shown };
}

/** What a push in these tests is about: by default the first connection gets a token. */
export interface Wanted {
  readonly id?: string;
  readonly name?: string;
  /** The setup; null for none. */
  readonly setup?: object | null;
  readonly remembered?: RememberedRecord;
  readonly readOnly?: boolean;
}

export const SETUP = { type: "BEARER", token: "${secret:TOKEN}" };
export const SENT_SETUP = { type: "BEARER", token: CANARY };

/** What a push needs to know, as the editor would put it together. */
export function requestFor(service: Service, { client }: Pick<Window, "client">, wanted: Wanted = {}): PushRequest {
  const id = wanted.id ?? service.connections.idAt(0);
  const { setup = SETUP, name } = wanted;
  canary.secret(CANARY);
  return {
    service: client,
    tenant: { origin: service.origin, name: "Acme", readOnly: wanted.readOnly ?? false },
    id,
    file: `file:///workspace/${id}.vaultconn.json`,
    written: inspectText({ ...(name !== undefined && { name }), ...(setup !== null && { setup }) }),
    sources: {
      trusted: true,
      environment: () => undefined,
      secret: (secret) => Promise.resolve(secret === "TOKEN" ? CANARY : undefined),
      file: () => Promise.resolve({ ok: false, fault: "not-found" }),
    },
    remembered: wanted.remembered,
  };
}

/** Pushes. Everything that could carry a secret to a person or a file is watched. */
export async function push(
  service: Service,
  window: Window,
  wanted: Wanted = {},
  options: RunOptions = {},
): Promise<Outcome> {
  const request = requestFor(service, window, wanted);
  const { decisions, shown, context } = window;
  const outcome = await runPush(
    request,
    {
      chooseOnDrift: (drift, record, plan) => decisions.chooseOnDrift(drift, record, plan),
      confirm: (plan) => {
        shown.push(plan);
        return decisions.confirm(plan);
      },
    },
    context,
    options,
  );
  watch(outcome, window);
  return outcome;
}

/** Looks for secrets in an outcome, in what is said of it, in what was shown and in what was kept. */
export function watch(outcome: Outcome, { shown, storage, context }: Window): void {
  canary.saw(
    JSON.stringify(outcome),
    inspect(outcome, { depth: Infinity, showHidden: true, maxStringLength: null }),
    said(outcome),
  );
  if ("error" in outcome) canary.sawError(outcome.error);
  if ("cause" in outcome) canary.sawError(outcome.cause);
  for (const { views, changes, warnings, properties } of shown)
    canary.saw(views.before, views.after, ...changes, ...warnings, ...properties);
  canary.saw(
    storage.everything,
    historyTable(context.history.lines, () => undefined),
  );
}

/** What a person reads. */
export function said(outcome: Outcome): string {
  return outcomeSentence(outcome, { tenant: "Acme", connection: "Salesforce", now: Date.now() }).text;
}

/** What is remembered of a connection as it is now. */
export function rememberNow(service: Service, id = service.connections.idAt(0)): RememberedRecord {
  const record = service.connections.get(id);
  if (!record) throw new Error(`There is no connection ${id}.`);
  return remember(record, Date.now(), 0);
}
