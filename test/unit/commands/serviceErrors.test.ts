import { expect, it } from "vitest";
import { serviceError, type Fault } from "../../../client/core/service/errors/errors.js";
import { showServiceError } from "../../../client/extension/tenants/serviceErrors.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";
import { editor } from "../vscode.js";

const origin = "https://acme.example.com";
const ACME = { origin, tenantName: "Acme" };

it.each<[Fault, string, readonly unknown[]]>([
  [{ kind: "unauthorized", status: 401 }, "Sign In", ["vaultconn.signIn", ACME]],
  [{ kind: "server", status: 500 }, "Retry", ["vaultconn.refresh", ACME]],
  [{ kind: "unreachable" }, "Proxy Settings", ["workbench.action.openSettings", "http.proxy"]],
  [{ kind: "unreachable" }, "Show Log", ["vaultconn.showLog"]],
])("a message about an error runs the command of its button: %j, %s", async (fault, button, command) => {
  editor.press = () => button;
  const error = serviceError(fault, { operation: "list", host: "acme.example.com", sent: "no" });
  await showServiceError({ tenant: { name: "Acme", origin } } as Session, error);
  expect(editor.executed).toEqual([command]);
});
