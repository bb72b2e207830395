import { describe, expect, it } from "vitest";

import { PLAIN, type Arrangement } from "../../../client/core/connections/arrangement.js";
import { EMPTY, type Snapshot } from "../../../client/core/connections/store.js";
import {
  CancelledError,
  NetworkError,
  ProxyError,
  StatusError,
  TimeoutError,
} from "../../../client/core/service/errors/errors.js";
import { viewState, type ViewState } from "../../../client/extension/sidebar/viewState.js";
import type { Session } from "../../../client/extension/tenants/session.js";
import { recordFrom } from "../service/records.js";

const WHERE = { operation: "list", host: "acme.example.com", sent: "no" } as const;
const ROWS = [recordFrom({ id: "ac_0" }), recordFrom({ id: "ac_1" })];
const LOADED = { connections: ROWS, more: false, loadedAt: 1 };
const NOT_FOUND = new NetworkError("name-not-found", WHERE);

/** A session as far as the state of the view is derived from it. */
function session(snapshot: Partial<Snapshot>, signedIn = true): Session {
  const whole: Snapshot = { ...EMPTY, ...snapshot };
  return { signedIn, store: { snapshot: whole } } as unknown as Session;
}

const signedOut = session({}, false);
const failed = (failure: unknown, rest: Partial<Snapshot> = {}): Session => session({ failure, ...rest });

describe("what the view says as a whole", () => {
  it.each<[string, readonly Session[], Partial<Arrangement>, ViewState]>([
    ["without tenants", [], {}, "noTenant"],
    ["signed out of the only one", [signedOut], {}, "signedOut"],
    ["signed out of one of two", [signedOut, session(LOADED)], {}, "rows"],
    ["signed out of both", [signedOut, signedOut], {}, "rows"],
    ["before anything is loaded", [session({})], {}, "rows"],
    ["while it loads", [session({ loading: true })], {}, "rows"],
    ["with rows", [session(LOADED)], {}, "rows"],
    ["where the tenant has none", [session({ ...LOADED, connections: [] })], {}, "noConnections"],
    [
      "where the first page is empty and not the last",
      [session({ connections: [], more: true, loadedAt: 1 })],
      {},
      "rows",
    ],
    ["where the name is not found", [failed(NOT_FOUND)], {}, "nameNotFound"],
    ["where the proxy is in the way", [failed(new ProxyError("down", "proxy", WHERE))], {}, "stoppedByProxy"],
    ["where the connection is refused", [failed(new NetworkError("refused", WHERE))], {}, "unreachable"],
    ["where nothing comes in time", [failed(new TimeoutError("connect", WHERE))], {}, "unreachable"],
    ["where the tenant refuses the token", [failed(new StatusError("unauthorized", 401, WHERE))], {}, "rows"],
    ["after loading was cancelled", [failed(new CancelledError(WHERE))], {}, "rows"],
    ["after an error of our own", [failed(new TypeError("x"))], {}, "rows"],
    ["where a refresh fails and rows are there", [failed(NOT_FOUND, LOADED)], {}, "rows"],
    ["where a refresh fails and there were none", [failed(NOT_FOUND, { ...LOADED, connections: [] })], {}, "rows"],
    ["where the filter hides all", [session(LOADED)], { text: "zzz" }, "allHidden"],
    [
      "where the filter hides all of two tenants",
      [session(LOADED), session({ ...LOADED, connections: [] })],
      { text: "zzz" },
      "allHidden",
    ],
    [
      "where the filter hides all, and more can be loaded",
      [session({ ...LOADED, more: true })],
      { text: "zzz" },
      "rows",
    ],
    [
      "where the filter hides all, and another tenant is signed out",
      [session(LOADED), signedOut],
      { text: "zzz" },
      "rows",
    ],
    ["where the filter lets some through", [session(LOADED)], { text: ROWS[0]?.name ?? "" }, "rows"],
    [
      "where the filter has nothing to hide",
      [session({ ...LOADED, connections: [] })],
      { text: "zzz" },
      "noConnections",
    ],
  ])("%s", (_, sessions, change, state) => {
    expect(
      viewState(sessions, { ...PLAIN, ...change }, () => ({ hasFile: () => false, needsAttention: () => false })),
    ).toBe(state);
  });
});
