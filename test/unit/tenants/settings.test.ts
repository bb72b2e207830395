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
import type { Services } from "../../../client/extension/services.js";

/** The user's setting, and the window that shows it. */
interface User {
  value: unknown;
  changed: () => void;
  readonly warnings: unknown[][];
  readonly executed: unknown[][];
}
const user = vi.hoisted((): User => ({ value: undefined, changed: () => undefined, warnings: [], executed: [] }));

vi.mock("vscode", async () => {
  const { vscodeStub } = await import("../sidebar/vscodeStub.js");
  return {
    ...vscodeStub,
    ConfigurationTarget: { Global: 1 },
    workspace: {
      isTrusted: true,
      getConfiguration: () => ({
        inspect: () => ({ globalValue: user.value }),
        update: (_: string, value: unknown) => {
          user.value = value;
          return Promise.resolve();
        },
      }),
      onDidChangeConfiguration: (listener: (event: object) => void) => {
        user.changed = () => {
          listener({ affectsConfiguration: () => true });
        };
        return new vscodeStub.Disposable(() => undefined);
      },
    },
    window: {
      // Anyone who is shown a message presses its button.
      showWarningMessage: (...given: unknown[]) => Promise.resolve(user.warnings.push(given) && given.at(-1)),
    },
    commands: { executeCommand: (...given: unknown[]) => Promise.resolve(void user.executed.push(given)) },
  };
});

const ENTRY = { name: "Acme", baseUrl: "https://acme.example.com/api/v2", production: true };
const NOT_AN_ARRAY =
  "The setting vaultconn.tenants must be an array. Put the entries in square brackets. Until then, no tenant is shown or changed.";

function tenantOf(entry: unknown) {
  const parsed = readEntry(entry);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}

beforeEach(() => {
  Object.assign(user, { value: undefined, warnings: [], executed: [] });
});

describe("tenants in settings that aren't an array", () => {
  it.each([[ENTRY], ["https://acme.example.com"], [5], [false]])("are reported: %j", async (value) => {
    user.value = value;
    expect(readTenants()).toEqual({ tenants: [], problems: [NOT_AN_ARRAY], credentials: false });
    watchTenantSettings();
    expect(user.warnings).toEqual([[NOT_AN_ARRAY, "Open Settings"]]);
    await vi.waitFor(() => {
      expect(user.executed).toEqual([
        ["workbench.action.openSettingsJson", { revealSetting: { key: "vaultconn.tenants" } }],
      ]);
    });
    user.value = [ENTRY];
    user.changed();
    expect(user.warnings).toHaveLength(1);
  });

  it.each([
    ["written", () => writeTenant(tenantOf({ baseUrl: "https://other.example.com" }))],
    ["replaced", () => writeTenant(tenantOf(ENTRY))],
    ["removed", () => eraseTenant(tenantOf(ENTRY))],
    ["cleaned", eraseCredentials],
    // Neither sessions nor credentials are touched, nor is anything asked.
    ["added by the command", () => addTenant({} as Services)],
  ])("stay as they are when a tenant would be %s", async (_, change) => {
    user.value = ENTRY;
    await change();
    expect(user.value).toEqual(ENTRY);
    expect(user.warnings).toEqual([[NOT_AN_ARRAY, "Open Settings"]]);
  });

  it("keep their credentials when they lose their brackets while a tenant is being removed", async () => {
    user.value = ENTRY;
    const remove = vi.fn();
    const services = { sessions: { all: [{ tenant: tenantOf(ENTRY) }] }, credentials: { remove } };
    await removeTenant(services as unknown as Services);
    expect(user.warnings.map(([message]) => message)).toEqual(["Remove the tenant Acme?", NOT_AN_ARRAY]);
    expect(remove).not.toHaveBeenCalled();
    expect(user.value).toEqual(ENTRY);
  });
});

describe("tenants in settings", () => {
  it.each([[undefined], [null], [[]]])("are written where there are none: %j", async (value) => {
    user.value = value;
    await writeTenant(tenantOf(ENTRY));
    expect(user.value).toEqual([ENTRY]);
    expect(user.warnings).toEqual([]);
  });

  it("keep what is next to the one that changes", async () => {
    const odd = ["not an entry", { baseUrl: 5 }];
    user.value = [...odd, ENTRY];
    await writeTenant(tenantOf({ ...ENTRY, name: "Acme EU" }));
    expect(user.value).toEqual([...odd, { ...ENTRY, name: "Acme EU" }]);
    await eraseTenant(tenantOf(ENTRY));
    expect(user.value).toEqual(odd);
  });
});

it("a credential in an entry of the setting is recognized, whatever it is called", () => {
  const names = ["accessToken", "clientSecret", "token", "secret", "password", "credential", "api_key", "apiKey"];
  const entry = { name: "Acme", baseUrl: "https://acme.example.com", clientId: "id" };
  expect(credentialsIn({ ...entry, ...Object.fromEntries(names.map((name) => [name, "x"])) })).toEqual(names);
  expect(credentialsIn(entry)).toEqual([]);
});
