import { describe, expect, it } from "vitest";

import { tenantOfFile } from "../../../client/src/files/tenantOfFile.js";

type Known = Parameters<typeof tenantOfFile>[0];
type Session = NonNullable<ReturnType<typeof tenantOfFile>>;

const named = (host: string): Session => ({ tenant: { host, origin: `https://${host}` } }) as Session;
const [acme, staging] = [named("acme.example.com"), named("staging.example.com")];

function among(...all: readonly Session[]): Known {
  return { all, withHost: (host) => all.find(({ tenant }) => tenant.host === host), withOrigin: (origin) => all.find(({ tenant }) => tenant.origin === origin) };
}

describe("the tenant a setup file is pushed to", () => {
  it.each([
    ["is the one it names", among(acme, staging), "staging.example.com", undefined, staging],
    ["is the one it names, whatever is remembered", among(acme, staging), "staging.example.com", { origin: "https://acme.example.com" }, staging],
    ["is none where the one it names is not there, even if there is another", among(acme), "staging.example.com", undefined, undefined],
    ["is the one that is remembered", among(acme, staging), undefined, { origin: "https://staging.example.com" }, staging],
    ["is the only one", among(acme), undefined, undefined, acme],
    ["is the only one where the one that is remembered has gone", among(acme), undefined, { origin: "https://old.example.com" }, acme],
    ["is not known among several", among(acme, staging), undefined, undefined, undefined],
    ["is not known without any", among(), undefined, undefined, undefined],
  ])("%s", (_, sessions, host, remembered, expected) => {
    expect(tenantOfFile(sessions, host, remembered)).toBe(expected);
  });
});
