import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { pictures } from "../../../scripts/pictures/walkthrough.js";

const FOLDER = fileURLToPath(new URL("../../../client/media/walkthrough/", import.meta.url));

describe("the pictures of the walkthrough", () => {
  it("are those the script draws, and no others", async () => {
    expect((await readdir(FOLDER)).sort()).toEqual(Object.keys(pictures).sort());
  });

  it.each(Object.keys(pictures))("%s is as it was drawn last", async (name) => {
    expect(await readFile(FOLDER + name, "utf8")).toBe(pictures[name]);
  });
});
