/** A section of the page: what a code means, in Markdown. */
export interface CodeExplanation {
  readonly code: string;
  /** In lower case, such as "error". */
  readonly severity: string;
  /** All of the section but its title and severity. */
  readonly markdown: string;
}

/** Parses docs/diagnostics.md: a section for each code, whose first paragraph begins with the severity. */
export function readDiagnosticsPage(page: string): readonly CodeExplanation[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [code = "", severity = "", markdown = ""] =
        /^([^\n]*)\n\s*(?:\*(\w*)[^*]*\*\s*)?(.*)$/s.exec(section)?.slice(1) ?? [];
      return { code, severity: severity.toLowerCase(), markdown: markdown.trim() };
    });
}

/** The parts that each section of the page has. */
export function partsOf({ markdown }: CodeExplanation) {
  const [meaning = ""] = markdown.split(/\n\n/);
  return {
    meaning,
    example: /^```\w*\n(.*?)\n```$/ms.exec(markdown)?.[1] ?? "",
    message: /^> (.*)$/m.exec(markdown)?.[1] ?? "",
    fix: /^\*\*Fix:\*\* (.*)$/m.exec(markdown)?.[1] ?? "",
  };
}
