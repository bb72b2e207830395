import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../client/core/push/pushTypes.js";
import type { Fault } from "../../service/faults.js";
import { canary, LIST_AFTER_UPDATE, UPDATE } from "../client/support.js";
import {
  CANARY,
  messageOf,
  push,
  pushAll,
  pushTo,
  requestFor,
  textOf,
  SENT_SETUP,
  rememberNow,
  setUpPush,
  type Wanted,
} from "./support.js";

function reply(status: number, message?: string): Fault {
  return { kind: "reply", status, body: JSON.stringify({ message }) };
}

describe("a push with a response", () => {
  it("sends what was reviewed, once, and says if the connection is ready", async () => {
    const { service, window } = await setUpPush();
    const outcome = await push(service, window, { name: "Renamed" });
    expect(outcome).toMatchObject({ kind: "done", record: { name: "Renamed" } });
    const [request, ...others] = service.requests.all(UPDATE);
    expect(others).toEqual([]);
    expect(request?.body.toString()).toBe(window.shown[0]?.body);
    expect(JSON.parse(request?.body.toString() ?? "")).toEqual({ name: "Renamed", setup: SENT_SETUP });
    expect(service.connections.setupOf(service.connections.idAt(0))).toEqual(SENT_SETUP);
    expect(window.context.journal.open).toEqual([]);
    expect(window.history.lines).toMatchObject([
      { id: service.connections.idAt(0), properties: ["name", "setup.type", "setup.token"], outcome: "done" },
    ]);
  });

  it.each([
    ["is answered", undefined, "done"],
    ["took effect, as was found out", { kind: "silence", how: "reset", when: "after" }, "applied"],
  ] as const)("compares with the record just before sending if it's %s", async (_, fault, kind) => {
    const { service, window } = await setUpPush();
    const id = service.connections.idAt(0);
    window.decisions.confirm = () => {
      service.connections.change(id, { name: "Meanwhile" });
      return Promise.resolve(true);
    };
    service.faults.add([{ kind: "hold", name: "sending", when: "before" }, ...(fault ? [fault] : [])], UPDATE);
    const pushing = pushAll(window, [requestFor(service, window, { name: "Renamed", setup: null })]);
    await service.faults.held("sending");
    const { name, ready, updated_at, fingerprint } = service.connections.get(id) ?? {};
    service.faults.release("sending");
    expect((await pushing).results).toMatchObject([
      {
        outcome: { kind, record: { name: "Renamed" } },
        entry: { before: { name, ready, updated_at, fingerprint } },
      },
    ]);
    expect([name, service.requests.updates, service.requests.applied]).toEqual(["Meanwhile", 1, 1]);
  });

  // What is said of each, and offered, is proved with the messages.
  it.each<[string, Fault, string, number]>([
    ["400", reply(400, "setup.token must be shorter"), "Acme rejected the update: setup.token must be shorter.", 1],
    ["401", reply(401), "Your access token for Acme has expired or is invalid.", 1],
    ["429, again and again", reply(429), "Acme is still limiting requests. Try again in a minute.", 2],
    ["400 with the secret", reply(400, `The value ${CANARY} is too short`), "The value [redacted] is too short.", 1],
  ])("is refused with %s", async (_, fault, text, requests) => {
    const { service, window } = await setUpPush();
    service.faults.add(fault, { ...UPDATE, times: "always" });
    const setup = { type: "OAUTH_APP", client_id: "${secret:TOKEN}", client_secret: "s", domain: "a.example" };
    const outcome = await push(service, window, { setup });
    expect([outcome.kind, textOf(outcome)]).toEqual(["refused", expect.stringContaining(text)]);
    expect(service.requests.sent).toEqual([requests, 0]);
    expect(window.context.journal.open).toEqual([]);
    expect(window.history.lines).toMatchObject([{ outcome: "refused" }]);
  });

  it.each<[string, Fault[], Outcome["kind"]]>([
    ["its answer", [], "done"],
    ["what is read after a lost one", [{ kind: "silence", how: "reset", when: "after" }], "applied"],
  ])("keeps a secret out of the account's name: %s", async (_, losses, kind) => {
    const { service, window, id } = await setUpPush();
    service.connections.change(id, { account_name: `key ${CANARY.slice(0, 12)}…` });
    service.faults.add(losses, UPDATE);
    canary.secret(CANARY.slice(0, 12));
    expect(await push(service, window, { name: "Renamed" })).toMatchObject({ kind, record: { name: "Renamed" } });
    expect(service.connections.get(id)?.account_name).toContain(CANARY.slice(0, 12));
    expect(service.requests.updates).toBe(1);
  });
});

const LOST = "The response was lost.";
const NOT_JSON = "The response from Acme isn't JSON. Check whether a proxy or a sign-in page intercepts requests.";
const UNEXPECTED = "The response from Acme has an unexpected format. Check the tenant's address.";
const REDIRECTED = " redirects to another address, and redirects aren't followed. Check the tenant's address.";
const HTML = { kind: "reply", status: 200, body: "<html>sign in</html>" } as const;
const HALF = { kind: "reply", status: 200, body: '{"id":"ac_', applied: true } as const;
const MOMENTS = [
  ["before", false],
  ["after", true],
] as const;

/** The ways an answer can be lost, each before or after the update was applied, and what is said of it. */
const LOSSES: readonly (readonly [string, boolean, Fault, string])[] = [
  ...MOMENTS.flatMap(([when, applied]) => [
    ...(["reset", "close", "hang"] as const).map(
      (how) => [`${how} ${when}`, applied, { kind: "silence", how, when }, LOST] as const,
    ),
    ...[500, 502, 503, 504].map((status) => {
      const text = `Acme reported an error (status ${status}): The service cannot do this now.`;
      return [`${status} ${when}`, applied, { kind: "reply", status, applied }, text] as const;
    }),
    [`HTML with 200 ${when}`, applied, { ...HTML, applied }, NOT_JSON] as const,
  ]),
  [
    "an error with 200",
    false,
    { ...HALF, body: '{"error":"invalid_setup","message":"no"}', applied: false },
    "Acme reported an error (status 200): no.",
  ],
  ["another record with 200", true, { ...HALF, body: '{"id":"ac_other"}' }, UNEXPECTED],
  ["a redirect", false, { kind: "reply", status: 307, headers: { Location: "/elsewhere" } }, REDIRECTED],
  ["half an answer", true, HALF, NOT_JSON],
  ["an answer cut off", true, { ...HALF, headers: { "Content-Length": "99" } }, LOST],
  ["one byte a second", true, { ...HALF, everyMilliseconds: 1000 }, LOST],
];

describe("a push that's answered with another record than it should be", () => {
  const LATER = { updated_at: "2030-01-01T00:00:00.000Z", fingerprint: "another" };
  const NAME = "Name e\u0301";
  it.each<[string, { readonly name?: string }, boolean, Outcome["kind"], string]>([
    ["as before, though it was applied", {}, true, "applied", "The push was applied"],
    ["as before, since it wasn't", {}, false, "notApplied", "The push was not applied: Salesforce is unchanged."],
    ["with another name", { ...LATER, name: "Other" }, false, "unknown", "has another name than the one that was sent"],
    ["with its name composed", { ...LATER, name: NAME.normalize() }, true, "done", "Pushed."],
  ])("says what the record says: %s", async (_, change, applied, kind, text) => {
    const { service, window, id } = await setUpPush();
    const record = { ...service.connections.get(id), ...change };
    const act = () => void (change.name !== undefined && !applied && service.connections.change(id, change));
    service.faults.add(
      [
        { kind: "reply", status: 200, body: JSON.stringify(record), applied },
        { kind: "meanwhile", when: "after", act },
      ],
      UPDATE,
    );
    const { end } = await pushTo(window, requestFor(service, window, { name: NAME }));
    expect([end.kind, messageOf(end).text]).toEqual([kind, expect.stringContaining(text)]);
    const said = "Acme accepted the update, but the record that it returned doesn't show it.";
    expect(messageOf(end).text.startsWith(said)).toBe(kind !== "done");
    expect(service.requests.sent).toEqual([1, applied ? 1 : 0]);
  });

  it.each<[string, Wanted, { readonly name?: string; readonly fingerprint?: string }, Outcome["kind"]]>([
    ["the record as it was, which has the name", { setup: null }, {}, "done"],
    ["the record as it was, though a setup was sent", {}, {}, "notApplied"],
    ["another name than the reference's", { name: "${secret:TOKEN}" }, { fingerprint: "f" }, "notApplied"],
    ["no name, and a change", { name: "New" }, { name: "", fingerprint: "f" }, "done"],
    ["no name, and no change", { name: "New" }, { name: "" }, "notApplied"],
  ])("compares the answer with what was sent: %s", async (_, sent, change, kind) => {
    const { service, window, id } = await setUpPush();
    const record = service.connections.get(id);
    const body = JSON.stringify({ ...record, ...change, ...(change.name === "" && { name: undefined }) });
    service.faults.add({ kind: "reply", status: 200, body, applied: false }, UPDATE);
    const outcome = await push(service, window, { ...(sent.setup === null && { name: record?.name ?? "" }), ...sent });
    expect(outcome.kind).toBe(kind);
  });

  it("can't prove a lost push by a record without a name", async () => {
    const { service, window, id } = await setUpPush();
    const act = () => void service.connections.change(id, { name: "" });
    service.faults.add(
      [
        { kind: "silence", how: "reset", when: "after" },
        { kind: "meanwhile", when: "after", act },
      ],
      UPDATE,
    );
    expect(await push(service, window, { name: "New" })).toMatchObject({ kind: "probablyApplied" });
  });
});

describe("a push without a response", () => {
  it.each(LOSSES)("is applied if the record has the new name: %s", async (_, tookEffect, fault, said) => {
    const { service, window } = await setUpPush(fault);
    const { at, end } = await pushTo(window, requestFor(service, window, { name: "Renamed" }));
    expect([at.kind, end.kind]).toEqual(tookEffect ? ["applied", "applied"] : ["pending", "notApplied"]);
    expect(service.requests.sent).toEqual([1, tookEffect ? 1 : 0]);
    // What is said then, and offered, is proved with the messages.
    const text = expect.stringContaining(`${said} `) as string;
    const severity = tookEffect ? "information" : "warning";
    for (const outcome of [at, end]) expect(messageOf(outcome)).toMatchObject({ text, severity });
    expect(window.context.journal.open).toEqual([]);
    expect(window.history.lines).toMatchObject([{ outcome: end.kind }]);
  });

  it.each([
    ["only the setup changed", undefined],
    ["the name stays", "as it is"],
  ])("is probably applied if %s", async (_, name) => {
    const { service, window } = await setUpPush({ kind: "silence", how: "reset", when: "after" });
    const outcome = await push(service, window, name === undefined ? {} : { name: rememberNow(service).name });
    expect(outcome).toMatchObject({ kind: "probablyApplied" });
    expect(service.requests.sent).toEqual([1, 1]);
    expect(messageOf(outcome).severity).toBe("warning");
  });

  it.each([
    ["and not ours", "before", 0],
    ["after ours", "after", 1],
  ] as const)("is unknown if someone else changed the name, %s", async (_, when, took) => {
    const { service, window } = await setUpPush([
      { kind: "meanwhile", when, act: (connections, id) => connections.change(id, { name: "Someone else's" }) },
      { kind: "silence", how: "reset", when },
    ]);
    const outcome = await push(service, window, { name: "Ours" });
    expect(outcome).toMatchObject({ kind: "unknown", why: "changedByOthers" });
    expect(textOf(outcome)).toBe(
      "The response was lost. Unknown: Salesforce has another name than the one that was sent. Someone else may have changed it.",
    );
    expect([...service.requests.sent, window.context.journal.open.length]).toEqual([1, took, 1]);
  });

  it.each<[string, Fault, string]>([
    ["cannot be reached", { kind: "silence", how: "reset", when: "before" }, "unreadable"],
    ["answers HTML", { kind: "reply", status: 200, body: "<html>" }, "unreadable"],
    ["has an empty list", { kind: "reply", status: 200, body: "[]" }, "notFound"],
  ])("is unknown if the list %s", async (_, fault, why) => {
    const { service, window } = await setUpPush({ kind: "silence", how: "reset", when: "after" });
    service.faults.add(fault, { ...LIST_AFTER_UPDATE, times: "always" });
    expect(await push(service, window, { name: "Renamed" })).toMatchObject({ kind: "unknown", why });
    expect(service.requests.sent).toEqual([1, 1]);
    expect(window.context.journal.open).toHaveLength(1);
    expect(window.history.lines).toMatchObject([{ outcome: "unknown" }]);
  });
});
