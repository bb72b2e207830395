import { describe, expect, it } from "vitest";
import * as errors from "../../../client/core/service/errors/errors.js";
import { STEP_TITLES, sentence } from "../../../client/core/service/errorTable.js";

const update = { operation: "update", host: "acme.example.com", sent: "no" } as const;
const lost = { ...update, sent: "maybe" } as const;
const list = { ...update, operation: "list" } as const;
const signIn = { ...update, operation: "sign-in" } as const;
const NO_PROXY =
  " If your network needs a proxy, set http.proxy: PAC files and the system's proxy settings aren't used.";
const MAYBE = " The update may or may not have taken effect.";

describe("what a person reads", () => {
  it.each<[errors.ServiceError, string, string | undefined]>([
    [
      new errors.NetworkError("name-not-found", list),
      `acme.example.com cannot be reached: the name was not found.${NO_PROXY}`,
      "Proxy Settings",
    ],
    [
      new errors.NetworkError("refused", update),
      `acme.example.com cannot be reached: it refused the connection. Check the tenant's address and its port, or try again later. Nothing was sent.${NO_PROXY}`,
      undefined,
    ],
    [
      new errors.NetworkError("unreachable", list),
      `acme.example.com cannot be reached: there is no way to it from this network.${NO_PROXY}`,
      "Proxy Settings",
    ],
    [
      new errors.NetworkError("reset", lost),
      `acme.example.com closed the connection before it had answered.${MAYBE}`,
      undefined,
    ],
    [
      new errors.NetworkError("not-http", list),
      "acme.example.com does not answer as a web service does. Check the tenant's address and its port.",
      "Retry",
    ],
    [
      new errors.TimeoutError("connect", list),
      `acme.example.com cannot be reached: it did not answer in time.${NO_PROXY}`,
      "Retry",
    ],
    [new errors.TimeoutError("headers", lost), `acme.example.com took too long to answer.${MAYBE}`, undefined],
    [
      new errors.CertificateError("other", list),
      "acme.example.com shows a certificate that is not valid. Check the tenant's address, or tell whoever runs the service.",
      "Retry",
    ],
    [
      new errors.ProxyError("down", "proxy:1", update),
      "The proxy proxy:1 cannot be reached. Check its address. Nothing was sent.",
      "Proxy Settings",
    ],
    [
      new errors.StatusError("bad-request", 400, update, "domain must be a host name"),
      "Acme refused the update: domain must be a host name.",
      undefined,
    ],
    [new errors.StatusError("bad-request", 422, list), "Acme refused the request (status 422).", "Retry"],
    [new errors.StatusError("unauthorized", 401, update), "Acme does not accept the token any more.", "Sign In"],
    [
      new errors.StatusError("forbidden", 403, update),
      "This token may not update connections: it probably lacks update:flows_vault_connections.",
      "Sign In Differently",
    ],
    [
      new errors.StatusError("forbidden", 403, list),
      "This token may not list connections: it probably lacks read:flows_vault_connections.",
      "Sign In Differently",
    ],
    [
      new errors.StatusError("not-found", 404, update),
      "Acme has no connection Salesforce. It was deleted, or belongs to another tenant.",
      "Refresh",
    ],
    [
      new errors.StatusError("not-found", 404, list),
      "acme.example.com has no list of connections. Check the tenant's address.",
      "Retry",
    ],
    [
      new errors.StatusError("rate-limited", 429, update),
      "Acme still asks to slow down. Try again in a minute. The update was not applied.",
      undefined,
    ],
    [
      new errors.StatusError("server", 503, lost, "Maintenance."),
      `Acme has a problem of its own (status 503): Maintenance.${MAYBE}`,
      undefined,
    ],
    [
      new errors.StatusError("server", 503, signIn),
      "acme.example.com gave no access token: it has a problem of its own (status 503). Nothing was sent.",
      "Retry",
    ],
    [
      new errors.ReplyError("unexpected-shape", 200, list),
      "Acme answered with something that is not what was asked for. Check the tenant's address.",
      "Retry",
    ],
    [
      new errors.ReplyError("not-json", 200, lost),
      `Acme answered with something that is not JSON. A proxy or a sign-in page may stand in between.${MAYBE}`,
      undefined,
    ],
    [new errors.SignInError("missing", signIn), "You are signed out of Acme. Nothing was sent.", "Sign In"],
    [
      new errors.SignInError("malformed", signIn),
      "The access token for Acme cannot be used: it has characters no token has. Nothing was sent.",
      "Sign In",
    ],
    [new errors.CancelledError(lost), `Cancelled after the update was on its way.${MAYBE}`, undefined],
  ])("%s", (error, text, next) => {
    const said = sentence(error, { tenant: "Acme", connection: "Salesforce" });
    expect([said.text, said.next && STEP_TITLES[said.next]()]).toEqual([text, next]);
  });

  it("of a mistake in the program is nothing of what it says", () => {
    expect(sentence(new TypeError("canary is not a function"), { tenant: "Acme" }).text).toBe(
      "Acme: something unexpected went wrong. The log says more.",
    );
  });

  it("shows names as inert text", () => {
    const names = { tenant: "A\u202ecme\n[x](command:y)", connection: "\u0000b](c)" };
    const { text } = sentence(new errors.StatusError("not-found", 404, update), names);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]|\]\(/u);
  });
});

it("an error keeps the code of its cause and nothing else", () => {
  const cause = Object.assign(new Error("canary in the message"), {
    code: "ECONNRESET",
    data: "canary in the data",
    name: "SocketError",
  });
  const error = new errors.NetworkError("reset", lost, cause);
  expect(error.cause).toBeInstanceOf(Error);
  expect((error.cause as Error).message).toBe("SocketError ECONNRESET");
});
