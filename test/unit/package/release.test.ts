import { describe, expect, it } from "vitest";

import { releaseNotes } from "../../../scripts/release/notes.js";

const project = {
  manifest: { version: "1.2.0", repository: { url: "https://github.com/acme/project.git" } },
  changelog: "# Changelog\n\n## 1.2.0\n\n- New.\n\n## 1.1.0\n\n- Old.\n",
  repository: "acme/project",
};

describe("a release", () => {
  it("has the changes of its version only", () => {
    expect(releaseNotes("v1.2.0", project)).toBe("- New.");
    expect(releaseNotes("v1.2.0", { ...project, repository: undefined })).toBe("- New.");
  });

  it.each([
    ["its tag is another version's", "v1.1.0", {}, "The tag is v1.1.0, and the version in package.json is 1.2.0."],
    ["its tag is no version", "1.2.0", {}, "The tag is 1.2.0"],
    [
      "the changelog is silent about it",
      "v1.2.0",
      { changelog: "# Changelog\n\n## 1.2.0\n\n## 1.1.0\n\n- Old.\n" },
      "CHANGELOG.md says nothing about 1.2.0.",
    ],
    [
      "its pictures would be looked for elsewhere",
      "v1.2.0",
      { repository: "someone/fork" },
      "This is someone/fork, and package.json names the repository acme/project.",
    ],
  ])("is refused if %s", (_, tag, change, message) => {
    expect(() => releaseNotes(tag, { ...project, ...change })).toThrow(message);
  });
});
