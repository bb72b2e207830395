import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { ErrorBodyShape } from "../../service/choices.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { call, list, service, update } from "./support.js";

const LIST = "/flows/vault/connections";
const { id } = connectionAt(0);

describe("methods and paths", () => {
  it.each([
    ["POST", LIST, 405, "GET"],
    ["PUT", LIST, 405, "GET"],
    ["HEAD", LIST, 405, "GET"],
    ["OPTIONS", LIST, 405, "GET"],
    ["PATCH", LIST, 405, "GET"],
    ["GET", `${LIST}/${id}`, 405, "PATCH"],
    ["DELETE", `${LIST}/${id}`, 405, "PATCH"],
    ["GET", `${LIST}/`, 404, null],
    ["PATCH", `${LIST}/`, 404, null],
    ["PATCH", `${LIST}/${id}/`, 404, null],
    ["GET", "/flows/vault", 404, null],
    ["GET", "", 404, null],
    ["GET", "/Flows/vault/connections", 404, null],
  ])("%s %s gives %i, allowing %s", async (method, path, status, allow) => {
    const response = await call(await service(), method, path);
    expect([response.status, response.headers.get("allow")]).toEqual([status, allow]);
  });

  it("has nothing beside the base path, and no control endpoint unless asked", async () => {
    const { origin } = await service();
    for (const path of ["/", "/api/v1/flows/vault/connections", "/__control"])
      expect((await fetch(origin + path)).status).toBe(404);
  });

  it("understands the absolute form that proxies send", async () => {
    const running = await service();
    const { port } = new URL(running.origin);
    const path = `${running.baseUrl}${LIST}?per_page=2`;
    const request = get({ host: "127.0.0.1", port, path, headers: { Authorization: `Bearer ${running.accessToken}` } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect([response.statusCode, JSON.parse(await text(response))]).toMatchObject([200, [{ id }, {}]]);
    expect(running.requests.all()[0]).toMatchObject({ path: `/api/v2${LIST}`, operation: "list" });
  });
});

describe("error bodies", () => {
  const message = "The vault connection does not exist.";
  it.each<[ErrorBodyShape, string, unknown]>([
    [
      "status-and-message",
      "application/json",
      { statusCode: 404, error: "Not Found", message, errorCode: "inexistent_connection" },
    ],
    ["message", "application/json", { message }],
    ["nested", "application/json", { error: { code: "inexistent_connection", message } }],
    ["oauth", "application/json", { error: "inexistent_connection", error_description: message }],
    ["list", "application/json", { errors: [{ code: "inexistent_connection", message, path: "" }] }],
    ["problem", "application/problem+json", { type: "about:blank", title: "Not Found", status: 404, detail: message }],
    ["text", "text/plain", message],
    ["html", "text/html", `<html><body><h1>Not Found</h1><p>${message}</p></body></html>`],
    ["empty", "", ""],
  ])("have the shape %s", async (errorBody, type, expected) => {
    const response = await update(await service({ choices: { errorBody } }), "unknown", { name: "x" });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")?.split(";")[0] ?? "").toBe(type);
    expect(typeof expected === "string" ? response.text : response.json).toEqual(expected);
  });

  it.each<[ErrorBodyShape, object]>([
    ["nested", { error: { field: "setup.username" } }],
    ["list", { errors: [{ path: "setup.username" }] }],
  ])("of the shape %s name the property", async (errorBody, expected) => {
    const response = await update(await service({ choices: { errorBody } }), id, {
      setup: { type: "BASIC_AUTH", username: "" },
    });
    expect(response.json).toMatchObject(expected);
  });

  it("change while the service runs", async () => {
    const running = await service();
    running.choices.errorBody = "text";
    expect((await list(running, "page=x")).headers.get("content-type")).toContain("text/plain");
  });
});

describe("what is added to replies", () => {
  it("is an id of the request where a header for it is chosen", async () => {
    const running = await service({ choices: { requestIdHeader: "X-Correlation-Id" } });
    const found = [
      (await list(running)).headers.get("x-correlation-id"),
      (await list(running)).headers.get("x-correlation-id"),
    ];
    expect(new Set([...found, null]).size).toBe(3);
    expect((await list(await service())).headers.has("x-correlation-id")).toBe(false);
  });

  it("is compression, where it is chosen and the client takes gzip", async () => {
    const running = await service({ connections: 100, choices: { gzip: true } });
    const zipped = await list(running);
    const plain = await list(running, "", { headers: { "Accept-Encoding": "identity" } });
    expect([zipped.headers.get("content-encoding"), plain.headers.get("content-encoding")]).toEqual(["gzip", null]);
    expect(zipped.json).toEqual(plain.json);
  });
});
