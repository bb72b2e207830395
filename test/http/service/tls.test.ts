import { Agent, request, type Dispatcher } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { AUTHORITY, certificate } from "../../service/certificates.js";
import type { Service } from "../../service/service.js";
import { service, socketError } from "./support.js";

const agents: Agent[] = [];

afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
});

function trusting(ca: string | undefined): Agent {
  const agent = new Agent({ connect: ca === undefined ? {} : { ca } });
  agents.push(agent);
  return agent;
}

function list({ baseUrl, accessToken }: Service, dispatcher: Dispatcher): Promise<Dispatcher.ResponseData> {
  return request(`${baseUrl}/flows/vault/connections`, {
    dispatcher,
    headers: { authorization: `Bearer ${accessToken}` },
  });
}

describe("over TLS", () => {
  it.each(["127.0.0.1", "localhost"] as const)(
    "the service answers those who trust its authority, as %s",
    async (hostname) => {
      const running = await service({ tls: certificate("loopback"), hostname });
      expect(running.baseUrl).toMatch(new RegExp(`^https://${hostname}:`));
      const { statusCode, body } = await list(running, trusting(AUTHORITY));
      expect([statusCode, await body.json()]).toMatchObject([200, { length: 12 }]);
    },
  );

  it.each([
    ["nobody", "loopback", undefined, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ["those who see that it expired", "expired", "own", "CERT_HAS_EXPIRED"],
    ["those who see that it is not valid yet", "not-yet-valid", "own", "CERT_NOT_YET_VALID"],
    ["those who see another host in it", "other-host", "own", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ] as const)("a certificate can be one that is refused: %s", async (_, name, trusted, code) => {
    const running = await service({ tls: certificate(name) });
    expect(await socketError(list(running, trusting(trusted && AUTHORITY)))).toBe(code);
    expect(running.requests.all()).toEqual([]);
    expect(running.requests.sockets).toBeGreaterThan(0);
  });

  it.each([
    ["reset", "ECONNRESET"],
    ["close", "UND_ERR_SOCKET"],
  ] as const)("a connection can be broken off: %s", async (how, code) => {
    const running = await service({ tls: certificate("loopback") });
    running.faults.add({ kind: "silence", how, when: "before" });
    expect(await socketError(list(running, trusting(AUTHORITY)))).toBe(code);
  });
});
