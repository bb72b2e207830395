import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import type { Service } from "../../service/service.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { list, message, service, update, type Response } from "./support.js";

const { id } = connectionAt(0);
const READ = "read:flows_vault_connections";
const UPDATE = "update:flows_vault_connections";

/** Both operations, as a caller with this token. */
const OPERATIONS: readonly (readonly [string, (to: Service, token: string | null) => Promise<Response>])[] = [
  ["list", (to, token) => list(to, "", { token })],
  ["update", (to, token) => update(to, id, { name: "x" }, { token })],
];

function unsigned(token: string): string {
  const [, payload = ""] = token.split(".");
  return `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
}

/** Tokens the service must refuse, and what its message says. */
const REFUSED: readonly (readonly [string, RegExp, (to: Service) => string | null | Promise<string>])[] = [
  ["none", /^Invalid token$/, () => null],
  ["no JWT", /^Invalid token$/, () => "abc"],
  ["an empty JWT", /^Invalid token$/, () => ".."],
  ["one without a signature", /^Invalid token$/, (to) => unsigned(to.accessToken)],
  ["one with a signature cut short", /signature/, (to) => to.accessToken.slice(0, -3)],
  [
    "one that another key signed",
    /signature/,
    () =>
      new SignJWT({ scope: UPDATE })
        .setProtectedHeader({ alg: "HS256" })
        .setExpirationTime("1h")
        .sign(Buffer.alloc(32, 1)),
  ],
  [
    "one with other claims under the same signature",
    /signature/,
    (to) => {
      const [head = "", , signature = ""] = to.accessToken.split(".");
      return `${head}.${Buffer.from('{"exp":9999999999}').toString("base64url")}.${signature}`;
    },
  ],
  ["one of another service that is running", /signature/, async () => (await service()).accessToken],
  ["one that expired a second ago", /^Expired/, (to) => to.token({ expiresInSeconds: -1 })],
  ["one whose client is not global", /^Client is not global$/, (to) => to.token({ global: false })],
];

describe.each(OPERATIONS)("the %s operation", (operation, call) => {
  it.each(REFUSED)("refuses with 401 a token that is %s", async (_, expected, make) => {
    const running = await service();
    const response = await call(running, await make(running));
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(message(response)).toMatch(expected);
    expect(running.connections.get(id)).toEqual(connectionAt(0));
  });

  it("refuses other schemes than Bearer", async () => {
    const running = await service();
    const headers = { Authorization: `Basic ${running.accessToken}` };
    const response = await (operation === "list"
      ? list(running, "", { token: null, headers })
      : update(running, id, { name: "x" }, { token: null, headers }));
    expect(response.status).toBe(401);
  });

  it("takes the service's own token until the tokens are revoked", async () => {
    const running = await service();
    expect((await call(running, running.accessToken)).status).toBe(200);
    running.revokeTokens();
    expect((await call(running, running.accessToken)).status).toBe(401);
    expect((await call(running, await running.token())).status).toBe(200);
  });

  it("takes a token until the second it expires", async () => {
    let now = 1_800_000_000_000;
    const running = await service({ now: () => now });
    const token = await running.token({ expiresInSeconds: 60 });
    now += 59_999;
    expect((await call(running, token)).status).toBe(200);
    now += 1;
    expect((await call(running, token)).status).toBe(401);
  });
});

describe("scopes", () => {
  it.each([
    ["no scope", []],
    ["the other three", ["create:flows_vault_connections", READ, "delete:flows_vault_connections"]],
    ["a longer name", [`${UPDATE}_x`]],
  ])("an update with %s is refused with 403, which says what is expected", async (_, scopes) => {
    const running = await service();
    const response = await update(running, id, { name: "x" }, { token: await running.token({ scopes }) });
    expect(response.status).toBe(403);
    expect(message(response)).toContain(UPDATE);
    expect(running.connections.get(id)).toEqual(connectionAt(0));
  });

  it("an update needs its own scope and no other", async () => {
    const running = await service();
    expect(
      (await update(running, id, { name: "x" }, { token: await running.token({ scopes: [UPDATE] }) })).status,
    ).toBe(200);
  });

  it.each([
    [undefined, [], 200],
    [READ, [], 403],
    [READ, [UPDATE], 403],
    [READ, [READ], 200],
  ])("a list that asks for %s, with %j, gives %i", async (listScope, scopes, status) => {
    const running = await service({ choices: { listScope } });
    const response = await list(running, "", { token: await running.token({ scopes }) });
    expect(response.status).toBe(status);
    if (status === 403) expect(message(response)).toContain(READ);
  });

  it("come after the token and before the body", async () => {
    const running = await service();
    expect((await update(running, id, "{", { token: null })).status).toBe(401);
    expect((await update(running, id, "{", { token: await running.token({ scopes: [] }) })).status).toBe(403);
  });
});
