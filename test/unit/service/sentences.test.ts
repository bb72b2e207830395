import { describe, expect, it } from "vitest";
import { serviceError } from "../../../client/core/service/errors/errors.js";
import { sentence } from "../../../client/core/service/errorTable.js";
import { actionTitle } from "../../../client/extension/actions.js";

const update = { operation: "update", host: "acme.example.com", sent: "no" } as const;
const lost = { ...update, sent: "maybe" } as const;
const list = { ...update, operation: "list" } as const;
const signIn = { ...update, operation: "sign-in" } as const;
const ERRORS = [
  serviceError({ kind: "name-not-found" }, list),
  serviceError({ kind: "refused" }, update),
  serviceError({ kind: "not-http" }, list),
  serviceError({ kind: "timeout", phase: "connect" }, list),
  serviceError({ kind: "certificate", fault: "other" }, list),
  serviceError({ kind: "proxy", fault: "down", proxyHost: "proxy:1" }, update),
  serviceError({ kind: "bad-request", status: 422 }, list),
  serviceError({ kind: "forbidden", status: 403 }, update),
  serviceError({ kind: "forbidden", status: 403 }, list),
  serviceError({ kind: "not-found", status: 404 }, list),
  serviceError({ kind: "server", status: 503 }, signIn),
  serviceError({ kind: "unexpected-shape" }, list),
  serviceError({ kind: "not-json" }, lost),
  serviceError({ kind: "sign-in", fault: "malformed" }, signIn),
  serviceError({ kind: "cancelled" }, lost),
];

const SCOPE = "It probably needs the scope update:flows_vault_connections.";

describe("messages about errors", () => {
  it("are those of sentences.txt, with their buttons", async () => {
    const message = ERRORS.map((error) => {
      const { text, next } = sentence(error, { tenant: "Acme", connection: "Salesforce" });
      return [`=== ${error.message}`, text, ...(next ? [`[${actionTitle(next)}]`] : [])].join("\n");
    });
    await expect(`${message.join("\n\n")}\n`).toMatchFileSnapshot("sentences.txt");
  });

  it.each([
    ["Your IP address isn't allowed.", "Acme rejected the update: Your IP address isn't allowed.", undefined],
    ["The quota of your plan is used up", "Acme rejected the update: The quota of your plan is used up.", undefined],
    ["Insufficient scope, expected: update:x", SCOPE, "signInDifferently"],
    ["Forbidden", SCOPE, "signInDifferently"],
  ])("mention scopes only for a matching 403: %s", (serviceMessage, message, next) => {
    const error = serviceError({ kind: "forbidden", status: 403, serviceMessage }, update);
    const shown = sentence(error, { tenant: "Acme", connection: "Salesforce" });
    expect(shown.text).toContain(message);
    expect(shown.next).toBe(next);
  });

  it("hide the text of unexpected errors", () => {
    expect(sentence(new TypeError("canary is not a function"), { tenant: "Acme" }).text).toBe(
      "Acme: an unexpected error occurred. For details, see the log.",
    );
  });

  it("show names as plain text", () => {
    const names = { tenant: "A\u202ecme\n[x](command:y)", connection: "\u0000b](c)" };
    const { text } = sentence(serviceError({ kind: "not-found", status: 404 }, update), names);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]|\]\(/u);
  });
});

it("keep only the code of an error's cause", () => {
  const cause = Object.assign(new Error("canary in the message"), {
    code: "ECONNRESET",
    data: "canary in the data",
    name: "SocketError",
  });
  const error = serviceError({ kind: "reset" }, lost, cause);
  expect(error.cause).toBeInstanceOf(Error);
  expect((error.cause as Error).message).toBe("SocketError ECONNRESET");
});
