import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { standaloneReadme } from "../../../scripts/package/readme.js";
import { EXPLANATIONS } from "../../../server/src/rules/explanations.js";

const REPOSITORY = "https://example.com/acme/project";
const TEXT = `# Title

See [docs](docs/pushing.md#many-files), [part](#push), [site](https://example.com) and [mail](mailto:a@example.com).

![A picture](docs/images/review.png)

The end.
`;

describe("the README of a package", () => {
  it("is addressed at the tag of a release", () => {
    expect(standaloneReadme(TEXT, REPOSITORY, "v1.0.0")).toBe(`# Title

See [docs](${REPOSITORY}/blob/v1.0.0/docs/pushing.md#many-files), [part](#push), [site](https://example.com) and [mail](mailto:a@example.com).

![A picture](${REPOSITORY}/raw/v1.0.0/docs/images/review.png)

The end.
`);
  });

  it("has no pictures where there is no release that holds them", () => {
    expect(standaloneReadme(TEXT, REPOSITORY, undefined)).toBe(`# Title

See [docs](${REPOSITORY}/blob/main/docs/pushing.md#many-files), [part](#push), [site](https://example.com) and [mail](mailto:a@example.com).

The end.
`);
  });

  it("loses every picture of ours, so that none is broken", async () => {
    const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
    expect(readme).toMatch(/^!\[/m);
    expect(standaloneReadme(readme, REPOSITORY, undefined)).not.toMatch(/!\[|<img/);
  });
});

describe("the repository", () => {
  it("is the one that diagnostics link to", async () => {
    const manifest = await readFile("package.json", "utf8");
    const { repository } = JSON.parse(manifest) as { repository: { url: string } };
    expect(EXPLANATIONS).toBe(`${repository.url.replace(/\.git$/, "")}/blob/main/docs/diagnostics.md`);
  });
});
