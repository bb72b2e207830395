import { describe, expect, it } from "vitest";

import { applyEdits } from "jsonc-parser";
import {
  copiedReferences,
  copySetup,
  namingConnection,
  type CopyTarget,
  pathFrom,
  pathOfCopy,
} from "../../../client/core/files/setupCopy.js";
import { corpus, documentOf, escaped } from "../features/corpus.js";

const TARGET: CopyTarget = {
  id: "ac_prod",
  tenantHost: "prod.example.com",
  tenantName: "Prod",
  name: "Salesforce",
  taken: ["PROD_SALESFORCE_PASSWORD"],
  rename: ({ name }) => name,
};

/** @param words bare, renamed, or named and a name */
function copied(text: string, words: string) {
  const name = words.startsWith("named ") ? words.slice("named ".length) : TARGET.name;
  const rename: CopyTarget["rename"] = (at) => (words === "renamed" ? `${at.name}_${at.kind}` : at.name);
  return copySetup({ text, bare: words === "bare" }, { ...TARGET, name, rename });
}

describe("a setup file that's copied or linked to another connection", () => {
  it.each(corpus("setupCopy"))("$title", ({ text: marked, sections }) => {
    const text = documentOf(marked).getText();
    for (const { name, words, text: expected } of sections)
      if (name === "copy") {
        const { text: copy = "", cursor = 0, stored = [] } = copied(text, words) ?? {};
        expect(escaped(copy)).toBe(expected);
        expect(stored.join(", ")).toBe(sections.find((section) => section.name === "stored")?.words ?? "");
        const [first] = stored;
        if (first !== undefined) expect(copy.slice(cursor)).toMatch(new RegExp(`^\\$\\{secret:${first}\\}"`));
      } else if (name === "no copy") {
        expect(copied(text, "")).toBeUndefined();
        expect(copiedReferences({ text, bare: false })).toBeUndefined();
      } else if (name === "references") {
        const found = copiedReferences({ text, bare: false })?.map(
          (reference) => `${reference.kind} ${reference.name}`,
        );
        expect(found?.join(", ")).toBe(words);
      } else if (name === "linked") {
        const edits = namingConnection(text, { id: "ac_1", tenantHost: "acme.io" });
        expect(edits && escaped(applyEdits(text, edits))).toBe(expected);
      } else expect(name).toBe("stored");
  });
});

describe("the place of a copy", () => {
  it.each([
    { what: "beside the file where nothing is known of the tenant", others: [], place: "/w/dev" },
    { what: "in the folder of the tenant", others: ["/w/prod/a", "/w/prod/b"], place: "/w/prod" },
    {
      what: "beside the file where the tenant's are in several folders",
      others: ["/w/prod/a", "/w/b"],
      place: "/w/dev",
    },
    { what: "beside the file where the tenant's are there too", others: ["/w/dev/a"], place: "/w/dev" },
  ])("is $what", ({ others, place }) => {
    expect(pathOfCopy("/w/dev/sf.vaultconn.json", others)).toBe(place);
  });

  it.each([
    ["/w/dev", "keys/k.pem", "/w/prod", "../dev/keys/k.pem"],
    ["/w/dev", "../k.pem", "/w/prod", "../k.pem"],
    ["/w/dev", "./k.pem", "/w/dev", "./k.pem"],
  ])("in a folder other than %s changes %s to %s", (folder, path, other, expected) => {
    expect(pathFrom(folder, path, other)).toBe(expected);
  });
});
