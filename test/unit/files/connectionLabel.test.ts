import type { Uri } from "vscode";
import { describe, expect, it, vi } from "vitest";
import { connectionLabel } from "../../../client/extension/editor/connectionLabel.js";

vi.mock("vscode", () => ({}));

const file = (path: string): Uri => ({ path }) as unknown as Uri;

describe("what a connection is called whose name is not known", () => {
  it.each([
    ["the name in the file", "/crm/salesforce.vaultconn.json", "Salesforce EU", "Salesforce EU"],
    ["what the file is called, where it has no name", "/crm/salesforce.vaultconn.json", undefined, "salesforce"],
    ["what the file is called, where its name is empty", "/crm/salesforce.vaultconn.json", " ", "salesforce"],
    ["what the file is called, where its name is a reference", "/a/b.vaultconn.json", "${env:NAME}", "b"],
    ["what the file is called, where its name is no text", "/a/b.vaultconn.json", 7, "b"],
    ["the title of a file without a place", "Untitled-1", undefined, "Untitled-1"],
    ["the whole of a file name that is nothing but an ending", "/a/.vaultconn.json", undefined, ".vaultconn.json"],
    ["safe to show", "/a/b.vaultconn.json", "A\u202E](b)", "A ] (b)"],
  ])("is %s", (_, path, name, label) => {
    expect(connectionLabel(file(path), name)).toBe(label);
  });
});
