import { beforeEach, describe, expect, it, vi } from "vitest";
import { addTenant } from "../../../client/extension/tenants/addTenant.js";
import { removeTenant } from "../../../client/extension/tenants/changeTenant.js";
import { credentialsIn, readEntry } from "../../../client/core/tenants/entry.js";
import {
  eraseCredentials,
  eraseTenant,
  readTenants,
  watchTenantSettings,
  writeTenant,
} from "../../../client/extension/tenants/settings.js";
import type { Services } from "../../../client/extension/commandTargets.js";
import { editor } from "../vscode.js";
import { partOf } from "../partOf.js";

const ENTRY = { name: "Acme", baseUrl: "https://acme.example.com/api/v2", production: true };
const TENANTS = "vaultconn.tenants";
const NOT_AN_ARRAY =
  "The setting vaultconn.tenants must be an array. Put the entries in square brackets. Until then, no tenant is shown or changed.";

function tenantOf(entry: unknown) {
  const parsed = readEntry(entry);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}

beforeEach(() => {
  editor.press = (message) => message.at(-1);
});

it("reports all entries that can't be used in one message", () => {
  editor.settings[TENANTS] = [5, ENTRY, { baseUrl: "ftp://acme.example.com" }];
  watchTenantSettings();
  expect(editor.messages).toHaveLength(1);
  expect(editor.messages[0]?.[0]).toMatch(/^Entry 1 of vaultconn\.tenants can't be used\..+ Entry 3 of /);
});

it.each(["production", "readOnly"])("reports an entry whose %s is text", (name) => {
  editor.settings[TENANTS] = [{ ...ENTRY, [name]: "true" }];
  expect(readTenants()).toMatchObject({ tenants: [], problems: [expect.stringContaining(`${name}: Write true`)] });
});

it("reports an entry that has the address of an earlier one, which counts", () => {
  const second = { ...ENTRY, name: "Again", baseUrl: "ACME.example.com" };
  editor.settings[TENANTS] = [ENTRY, { ...ENTRY, baseUrl: "other.example.com" }, second, second];
  const why = (entry: number): string =>
    `Entry ${entry} of vaultconn.tenants isn't used, because Acme already has its address. Remove one of them.`;
  expect(readTenants().problems).toEqual([why(3), why(4)]);
  expect(readTenants().tenants.map(({ name, host }) => [name, host])).toEqual([
    ["Acme", "acme.example.com"],
    ["Acme", "other.example.com"],
  ]);
});

describe("tenants in settings that aren't an array", () => {
  it.each([[ENTRY], ["https://acme.example.com"], [5], [false]])("are reported: %j", async (value) => {
    editor.settings[TENANTS] = value;
    expect(readTenants()).toEqual({ tenants: [], problems: [NOT_AN_ARRAY], credentials: false });
    watchTenantSettings();
    expect(editor.messages).toEqual([[NOT_AN_ARRAY, "Open Settings"]]);
    await expect
      .poll(() => editor.executed)
      .toEqual([["workbench.action.openSettingsJson", { revealSetting: { key: "vaultconn.tenants" } }]]);
    editor.settings[TENANTS] = [ENTRY];
    editor.configured.fire({ affectsConfiguration: () => true });
    expect(editor.messages).toHaveLength(1);
  });

  it.each([
    ["written", () => writeTenant(tenantOf({ baseUrl: "https://other.example.com" }))],
    ["replaced", () => writeTenant(tenantOf(ENTRY))],
    ["removed", () => eraseTenant(tenantOf(ENTRY))],
    ["cleaned", eraseCredentials],
    // Neither sessions nor credentials are touched, nor is anything asked.
    ["added by the command", () => addTenant({} as Services)],
  ])("don't change when a tenant would be %s", async (_, change) => {
    editor.settings[TENANTS] = ENTRY;
    await change();
    expect(editor.settings[TENANTS]).toEqual(ENTRY);
    expect(editor.messages).toEqual([[NOT_AN_ARRAY, "Open Settings"]]);
  });

  it("keep their credentials if the setting breaks while a tenant is removed", async () => {
    editor.settings[TENANTS] = ENTRY;
    const set = vi.fn<Services["credentials"]["set"]>();
    const services = partOf<Services>({ sessions: { all: [{ tenant: tenantOf(ENTRY) }] }, credentials: { set } });
    await removeTenant(services);
    expect(editor.messages.map(([message]) => message)).toEqual(["Remove the tenant Acme?", NOT_AN_ARRAY]);
    expect(set).not.toHaveBeenCalled();
    expect(editor.settings[TENANTS]).toEqual(ENTRY);
  });
});

describe("tenants in settings", () => {
  it.each([[undefined], [null], [[]]])("are written if there are none: %j", async (value) => {
    editor.settings[TENANTS] = value;
    await writeTenant(tenantOf(ENTRY));
    expect(editor.settings[TENANTS]).toEqual([ENTRY]);
    expect(editor.messages).toEqual([]);
  });

  it("keep what's beside the changed one", async () => {
    const odd = ["not an entry", { baseUrl: 5 }];
    editor.settings[TENANTS] = [...odd, ENTRY];
    await writeTenant(tenantOf({ ...ENTRY, name: "Acme EU" }));
    expect(editor.settings[TENANTS]).toEqual([...odd, { ...ENTRY, name: "Acme EU" }]);
    await eraseTenant(tenantOf(ENTRY));
    expect(editor.settings[TENANTS]).toEqual(odd);
  });
});

it("are searched for credentials, whatever these are called", () => {
  const names = ["accessToken", "clientSecret", "token", "secret", "password", "credential", "api_key", "apiKey"];
  const entry = { name: "Acme", baseUrl: "https://acme.example.com", clientId: "id" };
  expect(credentialsIn({ ...entry, ...Object.fromEntries(names.map((name) => [name, "x"])) })).toEqual(names);
  expect(credentialsIn(entry)).toEqual([]);
});
