/** A section of the page: what a code means, in Markdown. */
export interface CodeExplanation {
  readonly code: string;
  /** In lower case, such as "error". */
  readonly severity: string;
  /** The section without its title and severity. */
  readonly markdown: string;
}

/** Parses docs/diagnostics.md. It has a section for each code, which begins with the severity. */
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

/** Splits a section into its parts, which all sections have. */
export function partsOf({ markdown }: CodeExplanation) {
  const [meaning = ""] = markdown.split(/\n\n/);
  return {
    meaning,
    example: /^```\w*\n(.*?)\n```$/ms.exec(markdown)?.[1] ?? "",
    message: /^> (.*)$/m.exec(markdown)?.[1] ?? "",
    fix: /^\*\*Fix:\*\* (.*)$/m.exec(markdown)?.[1] ?? "",
  };
}
