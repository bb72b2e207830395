import { describe, expect, it, vi } from "vitest";
import { offerFor, searchConnections } from "../../../client/extension/tenants/searchConnections.js";
import type { Session } from "../../../client/extension/tenants/sessions.js";
import { vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

/** The quick pick that was opened last, as far as it's looked at here. */
const pick = {
  value: "",
  items: [] as { label: string; alwaysShow: boolean }[],
  activeItems: [] as { label: string }[],
  type: (): void => undefined,
};
Object.assign(vscode.window, {
  createQuickPick: () =>
    Object.assign(pick, {
      value: "",
      onDidChangeValue: (listener: () => void) => (pick.type = listener),
      onDidAccept: vi.fn(),
      onDidHide: vi.fn(),
      show: vi.fn(),
    }),
});

/** What is offered for a tenant of which so much is loaded. */
function offered(loaded: number, total?: number, failed?: unknown, name = "Acme") {
  const snapshot = { connections: Array.from({ length: loaded }, () => ({})), total, failure: failed };
  const session = partOf<Session>({ store: { snapshot }, tenant: { name } });
  return offerFor(session, "Load more");
}

describe("the entry that loads more connections", () => {
  it("shows what a service says as plain text", () => {
    const { detail } = offered(1, undefined, new Error("$(zap)\n"), "A $(zap)\nb");
    expect(detail).toBe("A \\$(zap) b: an unexpected error occurred. For details, see the log.");
  });
});

describe("the search for a connection", () => {
  /** Opens the search among so many connections, and types a text. */
  function search(count: number, text: string): typeof pick.items {
    const connections = Array.from({ length: count }, (_, index) => ({
      id: `ac_${index}`,
      name: `Name ${index}`,
      app_id: "app",
    }));
    const session = partOf<Session>({ store: { snapshot: { connections } }, tenant: { name: "Acme" } });
    void searchConnections("Which?", [session], { label: () => "", load: () => Promise.resolve() });
    pick.value = text;
    pick.type();
    return pick.items;
  }

  it("keeps each row at its place while the user types", () => {
    const rows = search(200, "ac_7");
    expect(rows.map(({ label }) => label)).toEqual(Array.from({ length: 200 }, (_, index) => `Name ${index}`));
    expect(rows.filter(({ alwaysShow }) => alwaysShow).map(({ label }) => label)).toEqual(
      ["7", ...Array.from({ length: 10 }, (_, index) => `7${index}`)].map((number) => `Name ${number}`),
    );
    expect(pick.activeItems).toMatchObject([{ label: "Name 7" }]);
  });

  it("lists only matches among more than 200, and counts the rest", () => {
    expect(search(201, "ac_200").map(({ label }) => label)).toEqual(["Name 200"]);
    expect(search(1000, "").at(-1)?.label).toBe("More matches: 800. Type more to narrow the results.");
  });
});
