import { EXPLANATIONS } from "../../../schemas/files.js";

/**
 * Parses docs/diagnostics.md. It has a section for each code, which begins with the severity.
 * @returns what each code means, in Markdown without title and severity, which is in lower case, such as "error". Links
 * are complete, since they're followed elsewhere.
 */
export function readDiagnosticsPage(page: string) {
  return page
    .replaceAll(/(?<=\]\()[^()\s]+(?=\))/g, (target) => new URL(target, EXPLANATIONS).href)
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [code = ""] = section.split("\n", 1);
      const [first = "", severity = ""] = /^\s*(?!\s)\*(\w*)(?!\w)[^*]*\*/.exec(section.slice(code.length)) ?? [];
      const markdown = section.slice(code.length + first.length);
      return { code, severity: severity.toLowerCase(), markdown: markdown.trim() };
    });
}

/** Splits a section into its parts, which all sections have. */
export function partsOf(markdown: string) {
  const [meaning = ""] = markdown.split(/\n\n/);
  return {
    meaning,
    example: /^```\w*\n((?:(?!```).*\n)*?)(?=```$)/m.exec(markdown)?.[1]?.trimEnd() ?? "",
    message: /^> (.*)$/m.exec(markdown)?.[1] ?? "",
    fix: /^\*\*Fix:\*\* (.*)$/m.exec(markdown)?.[1] ?? "",
  };
}
