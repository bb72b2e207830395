import { EXPLANATIONS } from "../../../schemas/files.js";

/**
 * Parses docs/diagnostics.md. It has a section for each code, which begins with the severity.
 * @returns what each code means, in Markdown without title and severity, which is in lower case, such as "error". Links
 * are complete, since they're followed elsewhere.
 */
export function readDiagnosticsPage(page: string) {
  return page
    .replaceAll(/(?<=\]\()[^)\s]+(?=\))/g, (target) => new URL(target, EXPLANATIONS).href)
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [code = "", severity = "", markdown = ""] =
        /^([^\n]*)\n\s*(?:\*(\w*)[^*]*\*\s*)?(.*)$/s.exec(section)?.slice(1) ?? [];
      return { code, severity: severity.toLowerCase(), markdown: markdown.trim() };
    });
}

/** Splits a section into its parts, which all sections have. */
export function partsOf(markdown: string) {
  const [meaning = ""] = markdown.split(/\n\n/);
  return {
    meaning,
    example: /^```\w*\n(.*?)\n```$/ms.exec(markdown)?.[1] ?? "",
    message: /^> (.*)$/m.exec(markdown)?.[1] ?? "",
    fix: /^\*\*Fix:\*\* (.*)$/m.exec(markdown)?.[1] ?? "",
  };
}
