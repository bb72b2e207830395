import { describe, expect, it } from "vitest";

import { missingPictures } from "../../../scripts/package/extension.js";
import { useFolder, writeFiles } from "../folder.js";

describe("the pictures of a package's README", () => {
  const root = useFolder();

  it.each([
    ["![The review of a push](docs/gone.png)", ["docs/gone.png"]],
    ["A ![](docs/gone.png 'title') and ![here](docs/here.png)", ["docs/gone.png"]],
    ["[![linked](docs/gone.svg?raw=true)](https://example.com)", ["docs/gone.svg"]],
    ['<img width="5" src="docs/gone.png" alt="">\n![too]( <docs/gone2.png> )', ["docs/gone.png", "docs/gone2.png"]],
    ["![here](docs/here.png) ![space](docs/with%20space.png) ![anchor](docs/here.png#dark)", []],
    ["![badge](https://example.com/badge.svg) [a link](docs/gone.md) <a href='docs/gone.png'>", []],
  ])("are missed in %j", (markdown, missing) => {
    writeFiles({ "docs/here.png": "", "docs/with space.png": "" });
    expect(missingPictures(markdown, root())).toEqual(missing);
  });
});
