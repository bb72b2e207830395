import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { standaloneReadme } from "../../../scripts/package/readme.js";
import { EXPLANATIONS } from "../../../server/src/rules/rule.js";

const REPOSITORY = "https://example.com/acme/project";
const TEXT = `# Title

See [docs](docs/pushing.md#many-files), [part](#push), [site](https://example.com) and [mail](mailto:a@example.com).

![A picture](docs/images/review.png)

The end.
`;

describe("the README of a package", () => {
  it("is addressed at the tag of a release", async () => {
    expect(await standaloneReadme(TEXT, REPOSITORY, "v1.0.0")).toBe(`# Title

See [docs](${REPOSITORY}/blob/v1.0.0/docs/pushing.md#many-files), [part](#push), [site](https://example.com) and [mail](mailto:a@example.com).

![A picture](${REPOSITORY}/raw/v1.0.0/docs/images/review.png)

The end.
`);
  });

  it("is refused with a picture that is not there", async () => {
    await expect(standaloneReadme("![A picture](docs/missing.png)", REPOSITORY, "v1.0.0")).rejects.toThrow(
      "README.md shows docs/missing.png, which is not there.",
    );
  });

  it("keeps every picture of ours", async () => {
    const readme = await readFile("README.md", "utf8");
    const pictures = [...readme.matchAll(/!\[[^\]]*\]\((docs\/[^)]+)\)/g)].map(
      ([, file]) => `${REPOSITORY}/raw/v1.0.0/${String(file)}`,
    );
    expect(pictures.length).toBeGreaterThan(1);
    const standalone = await standaloneReadme(readme, REPOSITORY, "v1.0.0");
    expect([...standalone.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, target]) => target)).toEqual(pictures);
  });
});

describe("the repository", () => {
  it("is the one that diagnostics link to", async () => {
    const manifest = await readFile("package.json", "utf8");
    const { repository } = JSON.parse(manifest) as { repository: { url: string } };
    expect(EXPLANATIONS).toBe(`${repository.url.replace(/\.git$/, "")}/blob/main/docs/diagnostics.md`);
  });
});
