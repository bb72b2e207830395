import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import { ROOT } from "../../../scripts/folders.js";

const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)|<(?:img|source)[^>]*\s(?:src|srcset)="([^"]+)"/g;

const pages = [...(await readdir(ROOT)), ...(await readdir(join(ROOT, "docs"))).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith(".md"),
);

/** The text of a page without its examples. */
function prose(page: string) {
  return readFileSync(join(ROOT, page), "utf8").replaceAll(/^```[^]*?^```/gm, "");
}

/** The headings of a page as GitHub and VS Code make anchors of them. */
function anchors(page: string) {
  return [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(pages)("%s", (page) => {
  it("links to what is there", () => {
    const links = [...prose(page).matchAll(LINK)].map(([, link, source]) => link ?? source ?? "");
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    const broken = own.filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it("names scripts, folders and files that are there", () => {
    const manifest = readFileSync(join(ROOT, "package.json"), "utf8");
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
    const text = readFileSync(join(ROOT, page), "utf8");
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const paths = [...prose(page).matchAll(/`((?:client|server|schemas|test|docs|scripts)\/[\w./-]*)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
