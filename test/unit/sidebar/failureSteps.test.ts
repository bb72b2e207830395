import { describe, expect, it } from "vitest";
import {
  CertificateError,
  NetworkError,
  ReplyError,
  type ServiceError,
  SignInError,
  StatusError,
} from "../../../client/core/service/errors/errors.js";
import { stepsFor } from "../../../client/extension/sidebar/rows.js";
import type { FailureStep } from "../../../client/extension/tenants/nodes.js";

const LIST = { operation: "list", host: "acme.example.com", sent: "no" } as const;
const TOKEN = { operation: "sign-in", host: "login.example.com", sent: "no" } as const;
const TENANT = { host: "acme.example.com", local: false };

describe("what helps with a failed load", () => {
  it.each<[string, unknown, readonly FailureStep[]]>([
    ["a name that is not found", new NetworkError("name-not-found", LIST), ["retry", "editTenant"]],
    ["a port nobody listens on", new NetworkError("refused", LIST), ["retry", "editTenant"]],
    ["another protocol", new NetworkError("not-https", LIST), ["retry", "editTenant"]],
    ["another host's certificate", new CertificateError("wrong-host", LIST), ["retry", "editTenant"]],
    ["a certificate that is not trusted", new CertificateError("untrusted", LIST), ["retry"]],
    ["no list at this address", new StatusError("not-found", 404, LIST), ["retry", "editTenant"]],
    ["another address", new ReplyError("redirected", 302, LIST), ["retry", "editTenant"]],
    ["a sign-in page in between", new ReplyError("not-json", 200, LIST), ["retry"]],
    ["the name of the auth URL", new NetworkError("name-not-found", TOKEN), ["retry"]],
    ["a connection that breaks", new NetworkError("reset", LIST), ["retry"]],
    ["a token that is refused", new StatusError("unauthorized", 401, LIST), ["signIn"]],
    ["a token that does not suffice", new StatusError("forbidden", 403, LIST), ["signIn"]],
    ["a token that is not given out", new StatusError("forbidden", 403, TOKEN), ["retry"]],
    ["a secret that is refused", new SignInError("refused", TOKEN), ["signIn"]],
    ["an error of our own", new TypeError("x"), ["retry"]],
  ])("%s", (_, failure, steps) => {
    expect(stepsFor(failure, TENANT)).toEqual(steps);
  });

  it("is no other address where a tenant is not in the settings", () => {
    const failure: ServiceError = new NetworkError("refused", LIST);
    expect(stepsFor(failure, { ...TENANT, local: true })).toEqual(["retry"]);
  });
});
