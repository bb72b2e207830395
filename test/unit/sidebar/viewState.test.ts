import { describe, expect, it } from "vitest";

import { PLAIN, type Arrangement } from "../../../client/core/connections/arrangeConnections.js";
import { EMPTY, type Snapshot } from "../../../client/core/connections/store.js";
import { serviceError } from "../../../client/core/service/errors/errors.js";
import type { ViewState } from "../../../client/extension/contributions/contexts.js";
import { viewState } from "../../../client/extension/sidebar/viewState.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";
import { recordFrom } from "../records.js";

const WHERE = { operation: "list", host: "acme.example.com", sent: "no" } as const;
const ROWS = [recordFrom({ id: "ac_0" }), recordFrom({ id: "ac_1" })];
const LOADED = { connections: ROWS, more: false, loadedAt: 1 };
const NOT_FOUND = serviceError({ kind: "name-not-found" }, WHERE);

const PROXY_DOWN = serviceError({ kind: "proxy", fault: "down", proxyHost: "proxy" }, WHERE);

/** A session as far as the state of the view is derived from it. */
function session(snapshot: Partial<Snapshot>, signedIn = true): Session {
  const whole: Snapshot = { ...EMPTY, ...snapshot };
  return { signedIn, store: { snapshot: whole } } as Session;
}

const signedOut = session({}, false);
const failed = (failure: unknown, rest: Partial<Snapshot> = {}): Session => session({ failure, ...rest });

const EMPTY_TENANT = session({ ...LOADED, connections: [] });
const MORE = session({ ...LOADED, more: true });
const HIDING = { text: "zzz" };

describe("the state of the view", () => {
  it.each<[string, ViewState, readonly Session[], Partial<Arrangement>?, namesHosts?: boolean]>([
    ["without tenants", "noTenant", []],
    ["without tenants, where files name hosts", "hosts", [], {}, true],
    ["where files name hosts beside a tenant", "noConnections", [EMPTY_TENANT], {}, true],
    ["signed out of the only one", "signedOut", [signedOut]],
    ["signed out of one of two", "rows", [signedOut, session(LOADED)]],
    ["signed out of both", "rows", [signedOut, signedOut]],
    ["before anything is loaded", "rows", [session({})]],
    ["while it loads", "rows", [session({ loading: true })]],
    ["with rows", "rows", [session(LOADED)]],
    ["where the tenant has none", "noConnections", [EMPTY_TENANT]],
    ["where the first page is empty and not the last", "rows", [session({ more: true, loadedAt: 1 })]],
    ["where the name is not found", "nameNotFound", [failed(NOT_FOUND)]],
    ["where the proxy is in the way", "stoppedByProxy", [failed(PROXY_DOWN)]],
    ["where the connection is refused", "unreachable", [failed(serviceError({ kind: "refused" }, WHERE))]],
    ["where nothing comes", "unreachable", [failed(serviceError({ kind: "timeout", phase: "connect" }, WHERE))]],
    ["where the token is refused", "rows", [failed(serviceError({ kind: "unauthorized", status: 401 }, WHERE))]],
    ["after loading was cancelled", "rows", [failed(serviceError({ kind: "cancelled" }, WHERE))]],
    ["after an error of our own", "rows", [failed(new TypeError("x"))]],
    ["where a refresh fails and rows are there", "rows", [failed(NOT_FOUND, LOADED)]],
    ["where a refresh fails and there were none", "rows", [failed(NOT_FOUND, { ...LOADED, connections: [] })]],
    ["where the filter hides all", "allHidden", [session(LOADED)], HIDING],
    ["where the filter hides all of two tenants", "allHidden", [session(LOADED), EMPTY_TENANT], HIDING],
    ["where the filter hides all, and more can be loaded", "rows", [MORE], HIDING],
    ["where the filter hides all, and another tenant is signed out", "rows", [session(LOADED), signedOut], HIDING],
    ["where the filter lets some through", "rows", [session(LOADED)], { text: ROWS[0]?.name ?? "" }],
    ["where the filter has nothing to hide", "noConnections", [EMPTY_TENANT], HIDING],
  ])("%s is %s", (_, state, sessions, change, namesHosts = false) => {
    const no = () => false;
    const marks = () => ({ origin: "", stateOf: () => undefined, hasFile: no, needsAttention: no, isEnding: no });
    expect(viewState(sessions, { ...PLAIN, ...change }, marks, () => namesHosts)).toBe(state);
  });
});
