import { expect, it } from "vitest";

import { ConnectionStore } from "../../../client/core/connections/store.js";
import { rowItem } from "../../../client/extension/sidebar/rows/rowItem.js";
import { sampleTenant } from "../../../client/core/sample/sampleTenant.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";

it("has a one-word label for the sample tenant, for narrow sidebars", () => {
  const store = new ConnectionStore(() => Promise.reject(new Error("Nothing is loaded.")));
  const session = { tenant: sampleTenant(), signedIn: true, store } as Session;
  const sources: object = { sessions: { all: [session] } };
  expect(rowItem({ kind: "tenant", session }, sources as Parameters<typeof rowItem>[1])).toMatchObject({
    label: "Sample",
    description: "nothing leaves this computer",
    accessibilityInformation: { label: "Tenant Sample, signed in, nothing leaves this computer" },
  });
});
