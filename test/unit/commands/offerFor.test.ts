import { describe, expect, it, vi } from "vitest";
import { NetworkError } from "../../../client/core/service/errors/errors.js";
import { offerFor } from "../../../client/extension/tenants/searchConnections.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";

vi.mock("vscode", () => ({}));

const failure = new NetworkError("reset", { operation: "list", host: "acme.example.com", sent: "no" });

/** What is offered for a tenant of which so much is loaded. */
function offered(loaded: number, total?: number, failed?: unknown, name = "Acme") {
  const snapshot = { connections: Array.from({ length: loaded }), total, failure: failed };
  return offerFor({ store: { snapshot }, tenant: { name } } as unknown as Session, "Load more");
}

describe("the entry that loads more connections", () => {
  it.each([
    [100, undefined, "100 loaded"],
    [1100, 2300, "1,100 of 2,300 loaded"],
  ])("says how many there are: %j of %j", (loaded, total, description) => {
    expect(offered(loaded, total)).toMatchObject({ label: "$(cloud-download) Load more", description });
  });

  it("says after a failure why there are no more, and offers to try again", () => {
    expect(offered(100, 230, failure)).toMatchObject({
      label: "$(warning) Load more: retry",
      description: "100 of 230 loaded",
      detail: "acme.example.com closed the connection before it responded.",
    });
  });

  it("shows what a service says as plain text", () => {
    const { detail } = offered(1, undefined, new Error("$(zap)\n"), "A $(zap)\nb");
    expect(detail).toBe("A \\$(zap) b: an unexpected error occurred. For details, see the log.");
  });
});
