import { expect, it, vi } from "vitest";

import { drawOverview } from "../../../client/extension/overview/overview.js";
import type { PushServices } from "../../../client/extension/push/pushServices.js";
import { pickSession } from "../../../client/extension/tenants/sessionOf.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";
import { vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

it("lists tenants that are signed out last, in questions and in the overview", async () => {
  const sessions = [false, true, false, true].map((signedIn, at) => {
    const tenant = { name: `Tenant ${at}`, host: `${at}.example.com`, origin: `https://${at}.example.com` };
    const session = partOf<Session>({ signedIn, tenant, store: { snapshot: { connections: [] } } });
    return session;
  });
  const services = partOf<PushServices>({ sessions: { all: sessions }, history: { lines: [] } });
  const showQuickPick = vi.fn((items: readonly { readonly label: string; readonly description: string }[]) =>
    Promise.resolve(items[0]),
  );
  Object.assign(vscode.window, { showQuickPick });
  expect(await pickSession("Push to which tenant?", sessions)).toBe(sessions[1]);
  expect(showQuickPick.mock.lastCall?.[0].map(({ label, description }) => [label, description])).toEqual([
    ["Tenant 1", "1.example.com"],
    ["Tenant 3", "3.example.com"],
    ["Tenant 0", "0.example.com · signed out"],
    ["Tenant 2", "2.example.com · signed out"],
  ]);
  const { tenants } = drawOverview(services, Date.now());
  expect(tenants.map(({ name }) => name)).toEqual(["Tenant 1", "Tenant 3", "Tenant 0", "Tenant 2"]);
});
