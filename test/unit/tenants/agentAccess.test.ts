import { expect, it } from "vitest";
import { entryFor, readEntry } from "../../../client/core/tenants/entry.js";
import { answersOf, tenantFrom } from "../../../client/extension/tenants/addTenant.js";

it.each(["list", "none", "push", true, undefined])(
  'lets agents list a tenant with "list", not with %j',
  (agentAccess) => {
    const read = readEntry({ baseUrl: "acme.example.com", agentAccess });
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && read.value.agentAccess).toBe(agentAccess === "list" ? "list" : undefined);
  },
);

it("stays when a tenant is edited", () => {
  const read = readEntry({ baseUrl: "acme.example.com", agentAccess: "list" });
  const edited = read.ok ? tenantFrom({ ...answersOf(read.value), name: "Renamed" }) : undefined;
  expect(edited && entryFor(edited)).toMatchObject({ name: "Renamed", agentAccess: "list" });
});
