import { afterEach, describe, expect, it, vi } from "vitest";
import type { Services } from "../../../client/extension/services.js";
import { showServiceError } from "../../../client/extension/tenants/serviceErrors.js";
import { signInTo } from "../../../client/extension/tenants/signIn.js";
import { serviceError, type ServiceError } from "../../../client/core/service/errors/errors.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";
import { editor } from "../vscode.js";

vi.mock("../../../client/extension/tenants/signIn.js", () => ({ signInTo: vi.fn() }));

const LIST = { operation: "list", host: "acme.example.com", sent: "no" } as const;
const [UNREACHABLE, REFUSED] = [
  serviceError({ kind: "unreachable" }, LIST),
  serviceError({ kind: "unauthorized", status: 401 }, LIST),
];

function sessionOf(name: string, origin = "https://acme.example.com") {
  const refreshed = vi.fn(() => Promise.resolve());
  const store = { refresh: refreshed, snapshot: {} };
  return { tenant: { name, origin }, store, signedIn: true, refreshed } as unknown as Session & {
    refreshed: () => void;
  };
}

/** Answers the message about an error of the tenant, when it has these sessions by then. */
async function answer(error: ServiceError, button: string, ...now: readonly Session[]): Promise<readonly string[]> {
  const logged: string[] = [];
  const services = {
    sessions: { all: now, withOrigin: (origin: string) => now.find(({ tenant }) => tenant.origin === origin) },
    sidebar: { state: "rows" },
    log: { error: (line: string) => logged.push(line) },
  } as unknown as Services;
  editor.press = () => button;
  await showServiceError(services, sessionOf("Acme"), error);
  return logged;
}

describe("the action that an error offers, minutes later", () => {
  afterEach(() => {
    vi.mocked(signInTo).mockReset();
  });

  it("uses the tenant as it is by then", async () => {
    const now = sessionOf("Acme, edited");
    await answer(REFUSED, "Sign In", now);
    expect(vi.mocked(signInTo).mock.calls.map(([, session]) => session)).toEqual([now]);
    await answer(serviceError({ kind: "server", status: 500 }, LIST), "Retry", now);
    expect(now.refreshed).toHaveBeenCalledOnce();
  });

  it("ignores tenants that were removed", async () => {
    await answer(REFUSED, "Sign In");
    expect(editor.messages.at(-1)).toEqual(["Acme is no longer one of your tenants."]);
    expect(vi.mocked(signInTo)).not.toHaveBeenCalled();
    const other = sessionOf("Globex", "https://globex.example.com");
    await answer(serviceError({ kind: "server", status: 500 }, LIST), "Retry", other);
    expect(other.refreshed).toHaveBeenCalledOnce();
    await answer(UNREACHABLE, "Proxy Settings");
    expect(editor.executed).toEqual([["workbench.action.openSettings", "http.proxy"]]);
  });

  it("reports its own errors", async () => {
    vi.mocked(signInTo).mockRejectedValueOnce(new TypeError("settings.json cannot be written"));
    expect(await answer(REFUSED, "Sign In", sessionOf("Acme"))).toEqual(["vaultconn.signIn failed: TypeError"]);
    expect(editor.messages.at(-1)?.[0]).toContain("The command failed");
  });
});
