import { describe, expect, it } from "vitest";
import { serviceError, type ServiceError } from "../../../client/core/service/errors/errors.js";
import { stepsFor } from "../../../client/extension/sidebar/rows/problemRow.js";
import type { Action } from "../../../client/core/text/action.js";

const LIST = { operation: "list", host: "acme.example.com", sent: "no" } as const;
const TOKEN = { operation: "sign-in", host: "login.example.com", sent: "no" } as const;
const TENANT = { host: "acme.example.com", local: false };

describe("the actions for a failed load", () => {
  it.each<[string, unknown, readonly Action[]]>([
    ["a name that is not found", serviceError({ kind: "name-not-found" }, LIST), ["retry", "editTenant"]],
    ["a port nobody listens on", serviceError({ kind: "refused" }, LIST), ["retry", "editTenant"]],
    ["another protocol", serviceError({ kind: "not-https" }, LIST), ["retry", "editTenant"]],
    ["a wrong certificate", serviceError({ kind: "certificate", fault: "wrong-host" }, LIST), ["retry", "editTenant"]],
    ["a certificate that is not trusted", serviceError({ kind: "certificate", fault: "untrusted" }, LIST), ["retry"]],
    ["no list at this address", serviceError({ kind: "not-found", status: 404 }, LIST), ["retry", "editTenant"]],
    ["another address", serviceError({ kind: "redirected" }, LIST), ["retry", "editTenant"]],
    ["a sign-in page in between", serviceError({ kind: "not-json" }, LIST), ["retry"]],
    ["the name of the auth URL", serviceError({ kind: "name-not-found" }, TOKEN), ["retry"]],
    ["a connection that breaks", serviceError({ kind: "reset" }, LIST), ["retry"]],
    ["a token that is refused", serviceError({ kind: "unauthorized", status: 401 }, LIST), ["signIn"]],
    ["a token that does not suffice", serviceError({ kind: "forbidden", status: 403 }, LIST), ["signIn"]],
    ["a token that is not given out", serviceError({ kind: "forbidden", status: 403 }, TOKEN), ["retry"]],
    ["a secret that is refused", serviceError({ kind: "sign-in", fault: "refused" }, TOKEN), ["signIn"]],
    ["an error of our own", new TypeError("x"), ["retry"]],
  ])("%s", (_, failure, steps) => {
    expect(stepsFor(failure, TENANT)).toEqual(steps);
  });

  it("don't include another address if the tenant isn't in the settings", () => {
    const failure: ServiceError = serviceError({ kind: "refused" }, LIST);
    expect(stepsFor(failure, { ...TENANT, local: true })).toEqual(["retry"]);
  });
});
