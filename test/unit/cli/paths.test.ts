import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { useFolder } from "../folder.js";
import { pathFrom, rootOf, uriFrom } from "../../../client/cli/files/paths.js";

const folder = useFolder();

describe("a path", () => {
  it.each([
    ["/work/team/a.json", "team/a.json", "team/a.json"],
    ["/work/a b%#?ü.json", "a b%#?ü.json", "a%20b%25%23%3F%C3%BC.json"],
    ["/work/a:b,c.json", "a:b,c.json", "a%3Ab%2Cc.json"],
    ["/work/..a/b.json", "..a/b.json", "..a/b.json"],
    ["/other/a.json", "/other/a.json", "file:///other/a.json"],
    ["/workshop/a.json", "/workshop/a.json", "file:///workshop/a.json"],
    ["<stdin>", "<stdin>", "%3Cstdin%3E"],
    ["/work/\ud800.json", "\ud800.json", "%EF%BF%BD.json"],
  ])("%j is told as %j, and as the URI %s", (file, told, uri) => {
    expect(pathFrom("/work", file)).toBe(told);
    expect(uriFrom("/work", file)).toBe(uri);
  });

  it("is relative to the checkout in reports of a run inside it", () => {
    expect(rootOf("/checkout/team", "/checkout")).toBe("/checkout");
    expect(rootOf("/checkout", "/checkout")).toBe("/checkout");
    expect(rootOf("/elsewhere", "/checkout")).toBe("/elsewhere");
    expect(rootOf("/elsewhere", "")).toBe("/elsewhere");
    expect(rootOf("/elsewhere", undefined)).toBe(process.env["GITHUB_WORKSPACE"] ?? "/elsewhere");
  });

  it("is relative to the checkout although that is named by a symbolic link, as a process never sees the folder it runs in", () => {
    mkdirSync(path.join(folder(), "real/team"), { recursive: true });
    symlinkSync(path.join(folder(), "real"), path.join(folder(), "link"), "junction");
    expect(rootOf(path.join(folder(), "real/team"), path.join(folder(), "link"))).toBe(path.join(folder(), "real"));
  });
});
