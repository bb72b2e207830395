import { remember } from "../../../client/core/push/compareRecords.js";
import type { DriftDecision, PushApprover, PushContext, PushOptions } from "../../../client/core/push/context.js";
import type { PushResults } from "../../../client/core/push/events.js";
import { messageFor } from "../../../client/core/push/outcomes.js";
import { executePushes } from "../../../client/core/push/pipeline.js";
import type {
  DriftedPush,
  Outcome,
  OutcomeMessage,
  PushPlan,
  PushRequest,
  RememberedRecord,
} from "../../../client/core/push/pushTypes.js";
import { ActivePushes } from "../../../client/core/push/state/activePushes.js";
import { PushHistory } from "../../../client/core/push/state/history.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { inspect as inspectText, recordFrom } from "../../unit/records.js";
import { sourcesOf, TextStorage } from "../../unit/storage.js";
import type { Fault } from "../../service/faults.js";
import type { Service, ServiceOptions } from "../../service/service.js";
import { RecordPlaces } from "../../../client/core/service/operations/recordReader.js";
import type { Limits } from "../../../client/core/service/transport/exchange.js";
import { canary, connect, openService, SHORT, TestClock, UPDATE } from "../client/support.js";

/** The secret that every setup of these tests gets, by reference. */
export const CANARY = "canary-8Zq4vT1xWm";

/** A window that pushes to a service. */
export type Window = ReturnType<typeof openWindow>;

/** What a user says; may be changed. */
interface Decisions extends Pick<PushApprover, "confirm"> {
  /** Where a record has changed. */
  onDrift: (drifted: DriftedPush) => DriftDecision | "cancel";
}

/**
 * Opens a window. Waiting takes no time.
 * @param sending the folder where the windows of a machine note what they send.
 * @param limits how long answers are waited for. The usual limits let a busy machine answer late.
 */
export function openWindow(
  service: Service,
  storage = new TextStorage(),
  sending?: string,
  limits: Partial<Limits> = {},
) {
  const clock = new TestClock();
  const places = new RecordPlaces();
  const [journal, history] = [new PushJournal(storage, places), new PushHistory(storage)];
  const listeners = [journal.onPush, history.onPush];
  const context: PushContext = { journal, active: new ActivePushes(sending), listeners, clock };
  const decisions: Decisions = {
    onDrift: () => "push",
    confirm: () => Promise.resolve(true),
  };
  /** The plans that were shown. */
  const shown: PushPlan[] = [];
  return {
    ...connect(service, { limits, clock, places: places.of(service.origin) }),
    storage,
    clock,
    context,
    history,
    decisions,
    shown,
  };
}

/** Opens a window for a test in which an answer never comes. */
export function openHastyWindow(service: Service, storage?: TextStorage): Window {
  return openWindow(service, storage, undefined, SHORT);
}

/**
 * A service, its first connection, and a window that pushes to it.
 * @param faults what happens to the next update. Where its answer never comes, that is noticed soon.
 */
export async function setUpPush(faults: Fault | readonly Fault[] = [], options: ServiceOptions = {}) {
  const service = await openService(options);
  const all = [faults].flat();
  if (all.length > 0) service.faults.add(all, UPDATE);
  const isEndless = all.some((fault) => "everyMilliseconds" in fault || ("how" in fault && fault.how === "hang"));
  return {
    service,
    id: service.connections.idAt(0),
    window: isEndless ? openHastyWindow(service) : openWindow(service),
  };
}

/** A push of the name "Renamed" that gets no answer, and the next window, which has nothing of the first but what that has kept. */
export async function interruptedPush(when: "before" | "after") {
  const { service, id, window } = await setUpPush({ kind: "silence", how: "hang", when });
  const pushing = push(service, window, { name: "Renamed" });
  await service.requests.waitFor(when === "after" ? { ...UPDATE, applied: true } : UPDATE);
  const next = openHastyWindow(service, window.storage);
  const [entry] = next.context.journal.interrupted;
  if (!entry) throw new Error("The journal has no interrupted push.");
  return { service, id, window, next, entry, pushing };
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
    inspected: inspectText({ ...(name !== undefined && { name }), ...(setup !== null && { setup }) }),
    sources: sourcesOf({ secret: { TOKEN: CANARY } }),
    remembered: wanted.remembered,
  };
}

/** Pushes many. Everything that could carry a secret to a user or a file is watched. */
export async function pushAll(
  window: Window,
  requests: readonly PushRequest[],
  options: PushOptions = {},
): Promise<PushResults> {
  const { decisions, shown, context } = window;
  const approver: PushApprover = {
    ...decisions,
    decideDrift: (drifted) => {
      const made = drifted.map(decisions.onDrift);
      return Promise.resolve(made.includes("cancel") ? undefined : (made as DriftDecision[]));
    },
    confirm: (pushes, ...more) => {
      shown.push(...pushes.map(({ plan }) => plan));
      return decisions.confirm(pushes, ...more);
    },
  };
  const pushed = await executePushes(requests, approver, context, options);
  // Of a thousand that are alike, a few are enough to look at.
  for (const { outcome } of pushed.results.slice(0, 20)) watch(outcome, window);
  return pushed;
}

/** Pushes one, and waits until nothing more comes of it. @returns what it says at first, and in the end */
export async function pushTo(window: Window, request: PushRequest, options: PushOptions = {}) {
  const { results, later } = await pushAll(window, [request], options);
  const at = results[0]?.outcome;
  if (!at) throw new Error("There is no result.");
  const end = (await later)?.[0]?.outcome ?? at;
  watch(end, window);
  return { at, end };
}

/** The same for a connection of the service. @returns how it ended, for good. */
export async function push(
  service: Service,
  window: Window,
  wanted: Wanted = {},
  options: PushOptions = {},
): Promise<Outcome> {
  return (await pushTo(window, requestFor(service, window, wanted), options)).end;
}

/** Looks for secrets in an outcome, in what is said of it, in what was shown and in what was kept. */
function watch(outcome: Outcome, { shown, storage, history }: Window): void {
  const causes = ["error", "cause"].map((name) => (outcome as Readonly<Record<string, unknown>>)[name]);
  for (const value of [outcome, ...causes, history.lines]) if (value !== undefined) canary.sawValue(value);
  canary.saw(textOf(outcome), storage.everything);
  for (const { views, changes, warnings, properties } of shown)
    canary.saw(views.before, views.after, ...changes, ...warnings.map(({ text }) => text), ...properties);
}

/** What a user reads, and what is offered. */
export function messageOf(outcome: Outcome): OutcomeMessage {
  return messageFor(outcome, { tenant: "Acme", connection: "Salesforce" });
}

/** What a user reads. */
export function textOf(outcome: Outcome): string {
  return messageOf(outcome).text;
}

/** What is remembered of a connection as it is now. */
export function rememberNow(service: Service, id = service.connections.idAt(0)): RememberedRecord {
  const record = service.connections.get(id);
  if (!record) throw new Error(`There is no connection ${id}.`);
  return remember(recordFrom(record));
}
