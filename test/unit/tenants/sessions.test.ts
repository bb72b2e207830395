import { describe, expect, it, vi } from "vitest";

import type { ServiceClient } from "../../../client/core/service/serviceClient.js";
import { Credentials } from "../../../client/extension/tenants/credentials.js";
import { type ClientFactory, Sessions } from "../../../client/extension/tenants/sessions.js";
import { editor, vscode } from "../vscode.js";
import { SharedSecrets } from "../storage.js";
import { partOf } from "../partOf.js";

const ACME = "https://acme.example.com";
const OTHER = "https://other.example.com";
const TOKEN = { kind: "accessToken", accessToken: "token" } as const;

function opened() {
  const storage = new SharedSecrets();
  const credentials = new Credentials(storage);
  const dropToken = vi.fn();
  const close = vi.fn(() => Promise.resolve());
  const client = partOf<ServiceClient>({ dropToken, close, listPage: vi.fn() });
  const makeClient = vi.fn<ClientFactory>(() => client);
  const sessions = new Sessions(credentials, undefined, makeClient, []);
  const write = (...origins: readonly string[]): Promise<void> => {
    editor.settings["vaultconn.tenants"] = origins.map((baseUrl) => ({ name: new URL(baseUrl).host, baseUrl }));
    return sessions.sync();
  };
  return { sessions, credentials, storage, write, dropToken, close, makeClient };
}

describe("the sessions of a window", () => {
  it("are those of the tenants in the settings, and stay if unchanged", async () => {
    const { sessions, write, close } = opened();
    await write(ACME);
    const acme = sessions.withOrigin(ACME);
    expect(acme).toMatchObject({ signedIn: false, tenant: { origin: ACME } });
    await write(OTHER, ACME);
    expect(sessions.all.map(({ tenant }) => tenant.origin)).toEqual([OTHER, ACME]);
    expect(sessions.withOrigin(ACME)).toBe(acme);
    expect(close).not.toHaveBeenCalled();
    await write(OTHER);
    expect(sessions.withOrigin(ACME)).toBeUndefined();
    expect(close).toHaveBeenCalledOnce();
    sessions.dispose();
  });

  it("are signed out in Restricted Mode, and have no credential for a request", async () => {
    vscode.workspace.isTrusted = false;
    const { sessions, credentials, write, makeClient } = opened();
    await credentials.set(ACME, TOKEN);
    await write(ACME);
    expect(sessions.withOrigin(ACME)?.signedIn).toBe(false);
    const credentialOf = makeClient.mock.calls[0]?.[1];
    expect(await credentialOf?.()).toBeUndefined();
    vscode.workspace.isTrusted = true;
    expect(await credentialOf?.()).toMatchObject(TOKEN);
    sessions.dispose();
  });

  it("are signed out if what's stored can't be used, which is said once", async () => {
    const { sessions, credentials, storage, write, makeClient } = opened();
    await storage.store(`vaultconn.credential:${ACME}`, '{"kind":"clientCredentials","clientSecret":7}');
    await write(ACME);
    await makeClient.mock.calls[0]?.[1]();
    await write(ACME, OTHER);
    expect(sessions.all.map(({ tenant, signedIn }) => [tenant.origin, signedIn])).toEqual([
      [ACME, false],
      [OTHER, false],
    ]);
    expect(editor.messages).toEqual([
      ["What's stored for signing in to acme.example.com can't be used, so it's ignored. Sign in again.", "Sign In"],
    ]);
    await credentials.set(ACME, TOKEN);
    await expect.poll(() => sessions.withOrigin(ACME)?.signedIn).toBe(true);
    sessions.dispose();
  });

  it("are read again after a time when they couldn't be", async () => {
    const { sessions, write, makeClient } = opened();
    makeClient.mockImplementationOnce(() => {
      throw new Error("no client");
    });
    await expect(write(ACME)).rejects.toThrow("no client");
    await write(ACME, OTHER);
    expect(sessions.all).toHaveLength(2);
    sessions.dispose();
  });

  it("are signed in by a credential that's stored while they open", async () => {
    const { sessions, credentials, storage, write } = opened();
    const known: unknown[] = [];
    // The session looks for a credential, in vain, and isn't among those that can be notified of this one.
    vi.spyOn(storage, "get").mockImplementationOnce(async () => {
      await credentials.set(ACME, TOKEN);
      known.push(sessions.withOrigin(ACME));
      return undefined;
    });
    await write(ACME);
    expect(known).toEqual([undefined]);
    await expect.poll(() => sessions.withOrigin(ACME)?.signedIn).toBe(true);
    sessions.dispose();
  });

  it("are signed out when the credential is removed, in another window, too", async () => {
    const { sessions, credentials, storage, write, dropToken } = opened();
    await credentials.set(ACME, TOKEN);
    await write(ACME);
    expect(sessions.withOrigin(ACME)?.signedIn).toBe(true);
    expect(dropToken).not.toHaveBeenCalled();
    await new Credentials(storage.another()).set(ACME, undefined);
    await expect.poll(() => sessions.withOrigin(ACME)?.signedIn).toBe(false);
    expect(dropToken).toHaveBeenCalledOnce();
    sessions.dispose();
  });
});
