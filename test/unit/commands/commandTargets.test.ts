import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PushResult } from "../../../client/core/push/pushTypes.js";
import { commandsFor } from "../../../client/extension/actions.js";
import { asItIsNow, byTarget, ifTrusted } from "../../../client/extension/commandTargets.js";
import { vscode, editor } from "../vscode.js";

type Services = Parameters<ReturnType<typeof byTarget>>[0];

const CHOOSE_AGAIN = "The list has changed. Select again.";
const line = { push: "1" };
const services: object = {
  pushList: {
    lineOf: (row: unknown) => (row === line ? line : undefined),
    fileOf: () => vscode.Uri.file("/pushed.vaultconn.json"),
  },
  reviews: { offered: (uri?: { readonly path: string }) => (uri?.path === "/comparison" ? { files: [] } : undefined) },
};

const row = (id: string) => ({ kind: "connection", session: {}, connection: { id } });
const tenant = { kind: "tenant", session: {} };
const GONE = { origin: "https://b.example", tenantName: "Gone" };
const comparison = vscode.Uri.file("/comparison");
const result = { outcome: {}, target: {} } as PushResult;
const other = { ...result };
commandsFor([], { results: [result, other] });
const one = vscode.Uri.file("/one.vaultconn.json");
const two = vscode.Uri.file("/two.vaultconn.json");
const text = vscode.Uri.file("/text.txt");

/** A command that notes what it was called on. */
const acted = vi.fn();
const note =
  (target: string) =>
  (_: unknown, ...given: unknown[]) => {
    acted(target, ...given);
  };

beforeEach(() => {
  acted.mockClear();
});

describe("a command", () => {
  it("called without an argument acts on the active editor or the selection", async () => {
    await byTarget({ nothing: note("nothing"), connections: note("connections") })(services as Services);
    expect(acted.mock.calls).toEqual([["nothing"]]);
  });

  it.each([
    ["whose row is gone", [undefined, undefined]],
    ["whose row is gone, with others selected", [undefined, [row("a"), row("b")]]],
    ["whose tenant is gone", [null]],
    ["of another kind of row", [tenant]],
    ["by another extension", [{ some: "thing" }]],
    ["by another extension, with a result that it made up", [{ ...result }]],
  ])("called from a menu %s acts on nothing", async (_, given) => {
    const [nothing, connections, files] = [note("nothing"), note("connections"), note("files")];
    await byTarget({ nothing, connections, files, result: note("result") })(services as Services, ...given);
    expect(acted).not.toHaveBeenCalled();
    expect(editor.messages).toEqual([[CHOOSE_AGAIN]]);
  });

  it("from a message about a tenant that was removed says so", async () => {
    await byTarget({ tenant: note("tenant") })(services as Services, GONE);
    expect(acted).not.toHaveBeenCalled();
    expect(editor.messages).toEqual([["Gone is no longer one of your tenants."]]);
  });

  it.each([
    ["a row", { connection: note("connection") }, [row("a"), [row("a")]], ["connection", row("a")]],
    ["rows", { connections: note("rows") }, [row("a"), [row("a"), row("b")]], ["rows", [row("a"), row("b")]]],
    ["one of rows", { connections: note("rows") }, [row("a"), undefined], ["rows", [row("a")]]],
    ["a tenant", { tenant: note("tenant") }, [tenant], ["tenant", tenant]],
    ["a file", { file: note("file") }, [one], ["file", one]],
    ["the setup files among files", { files: note("files") }, [one, [one, text, two]], ["files", [one, two]]],
    ["a push", { push: note("push") }, [line], ["push", line]],
    ["the result of a push", { result: note("result") }, [result], ["result", result]],
    ["one of results", { results: note("results") }, [result], ["results", [result]]],
    [
      "the results of pushes in this window",
      { results: note("results") },
      [result, [result, other, { ...result }]],
      ["results", [result, other]],
    ],
    ["a comparison", { comparison: note("comparison") }, [comparison], ["comparison", { files: [] }]],
    ["the file of a push", { fileOfPush: note("file") }, [line], ["file", vscode.Uri.file("/pushed.vaultconn.json")]],
  ])("called on %s acts on it", async (_, targets, given, expected) => {
    await byTarget({ nothing: note("nothing"), ...targets })(services as Services, ...given);
    expect(acted.mock.calls).toEqual([expected]);
  });

  it("asks for one row if it's for one and several are selected", async () => {
    await byTarget({ connection: note("connection") })(services as Services, row("a"), [row("a"), row("b")]);
    expect(acted).not.toHaveBeenCalled();
    expect(editor.messages).toEqual([["This command works on one connection at a time. Select one."]]);
  });

  it("runs in a trusted workspace with what it's given", async () => {
    await ifTrusted(() => "", acted)(services as Services, "given");
    expect(acted).toHaveBeenCalledExactlyOnceWith(services, "given");
  });
});

it.each([
  ["a row of a tenant", row("a"), null],
  ["an unknown tenant's name", GONE, GONE],
  ["a tenant's name", { origin: "https://a.example", tenantName: "Old name" }, tenant],
])("an argument that is %s means the tenant as it is now", (_, argument, expected) => {
  const { session } = tenant;
  const services: object = {
    sessions: {
      all: [session],
      withOrigin: (origin: string) => (origin === "https://a.example" ? session : undefined),
    },
  };
  expect(asItIsNow(argument, services as Services)).toEqual(expected);
});
