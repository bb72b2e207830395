import { describe, expect, it } from "vitest";
import { serviceError, type ServiceError } from "../../../client/core/service/errors/errors.js";
import { STEP_TITLES, sentence } from "../../../client/core/service/errorTable.js";

const update = { operation: "update", host: "acme.example.com", sent: "no" } as const;
const lost = { ...update, sent: "maybe" } as const;
const list = { ...update, operation: "list" } as const;
const signIn = { ...update, operation: "sign-in" } as const;
const NO_PROXY =
  " If your network needs a proxy, set http.proxy. PAC files and the system's proxy settings aren't used.";
const MAYBE = " The update may or may not have been applied.";

describe("what a person reads", () => {
  it.each<[ServiceError, string, string | undefined]>([
    [
      serviceError({ kind: "name-not-found" }, list),
      `Can't reach acme.example.com: the host name couldn't be resolved.${NO_PROXY}`,
      "Proxy Settings",
    ],
    [
      serviceError({ kind: "refused" }, update),
      `Can't reach acme.example.com: it refused the connection. Check the tenant's address and port, or try again later. Nothing was sent.${NO_PROXY}`,
      undefined,
    ],
    [
      serviceError({ kind: "not-http" }, list),
      "acme.example.com doesn't respond like a web service. Check the tenant's address and port.",
      "Retry",
    ],
    [
      serviceError({ kind: "timeout", phase: "connect" }, list),
      `Can't reach acme.example.com: it didn't respond in time.${NO_PROXY}`,
      "Retry",
    ],
    [
      serviceError({ kind: "certificate", fault: "other" }, list),
      "The certificate of acme.example.com isn't valid. Check the tenant's address, or contact the service's administrator.",
      "Retry",
    ],
    [
      serviceError({ kind: "proxy", fault: "down", proxyHost: "proxy:1" }, update),
      "Can't reach the proxy proxy:1. Check its address. Nothing was sent.",
      "Proxy Settings",
    ],
    [serviceError({ kind: "bad-request", status: 422 }, list), "Acme rejected the request (status 422).", "Retry"],
    [
      serviceError({ kind: "forbidden", status: 403 }, update),
      "This token can't update connections. It probably needs the scope update:flows_vault_connections.",
      "Sign In Differently",
    ],
    [
      serviceError({ kind: "forbidden", status: 403 }, list),
      "This token can't list connections. It probably needs the scope read:flows_vault_connections.",
      "Sign In Differently",
    ],
    [
      serviceError({ kind: "not-found", status: 404 }, list),
      "acme.example.com has no list of connections. Check the tenant's address.",
      "Retry",
    ],
    [
      serviceError({ kind: "server", status: 503 }, signIn),
      "acme.example.com didn't issue an access token because of an error (status 503). Nothing was sent.",
      "Retry",
    ],
    [
      serviceError({ kind: "unexpected-shape" }, list),
      "The response from Acme has an unexpected format. Check the tenant's address.",
      "Retry",
    ],
    [
      serviceError({ kind: "not-json" }, lost),
      `The response from Acme isn't JSON. Check whether a proxy or a sign-in page intercepts requests.${MAYBE}`,
      undefined,
    ],
    [
      serviceError({ kind: "sign-in", fault: "malformed" }, signIn),
      "The access token for Acme has invalid characters. Enter another one. Nothing was sent.",
      "Sign In",
    ],
    [serviceError({ kind: "cancelled" }, lost), `Canceled after sending started.${MAYBE}`, undefined],
  ])("%s", (error, text, next) => {
    const said = sentence(error, { tenant: "Acme", connection: "Salesforce" });
    expect([said.text, said.next && STEP_TITLES[said.next]()]).toEqual([text, next]);
  });

  it("of a mistake in the program is nothing of what it says", () => {
    expect(sentence(new TypeError("canary is not a function"), { tenant: "Acme" }).text).toBe(
      "Acme: an unexpected error occurred. For details, see the log.",
    );
  });

  it("shows names as inert text", () => {
    const names = { tenant: "A\u202ecme\n[x](command:y)", connection: "\u0000b](c)" };
    const { text } = sentence(serviceError({ kind: "not-found", status: 404 }, update), names);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]|\]\(/u);
  });
});

it("an error keeps the code of its cause and nothing else", () => {
  const cause = Object.assign(new Error("canary in the message"), {
    code: "ECONNRESET",
    data: "canary in the data",
    name: "SocketError",
  });
  const error = serviceError({ kind: "reset" }, lost, cause);
  expect(error.cause).toBeInstanceOf(Error);
  expect((error.cause as Error).message).toBe("SocketError ECONNRESET");
});
