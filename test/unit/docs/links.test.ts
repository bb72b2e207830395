import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import manifest from "../../../package.json" with { type: "json" };
import { ROOT } from "../../../scripts/folders.js";
import { DOCUMENTS, proseOf, textOf } from "./documents.js";

const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)|<(?:img|source)[^>]*\s(?:src|srcset)="([^"]+)"/g;

/** The headings of a page as GitHub and VS Code make anchors of them. */
function anchors(page: string) {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(DOCUMENTS)("%s", (page) => {
  it("has links whose targets exist", () => {
    const links = [...proseOf(page).matchAll(LINK)].map(([, link, source]) => link ?? source ?? "");
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    const broken = own.filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it("names scripts that exist", () => {
    const named = [...textOf(page).matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });
});
