import { EXPLANATIONS } from "../../rules/explanations.js";

/** What a code means, in the parts that reports ask for. */
export interface Explanation {
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown: string };
}

/** Takes the page that explains all codes apart: a section for each, its first paragraph begins with the severity. */
export function readExplanations(page: string): ReadonlyMap<string, Explanation> {
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf("\n")),
      readSection(section.slice(section.indexOf("\n")).trim()),
    ]),
  );
}

function readSection(section: string): Explanation {
  const [first = "", ...more] = section.split("\n\n");
  const markdown = [first.replace(/^\*[^*]*\*\s*/, ""), ...more].join("\n\n").replaceAll("](#", `](${EXPLANATIONS}#`);
  const plain = plainText(markdown);
  const [full = ""] = plain.split("\n\n");
  const [sentence = full] = /^.*?\.(?= [A-Z]|$)/.exec(full) ?? [];
  return { shortDescription: { text: sentence }, fullDescription: { text: full }, help: { text: plain, markdown } };
}

/** Markdown without code marks and links. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/`|<\/?kbd>/g, "");
}
