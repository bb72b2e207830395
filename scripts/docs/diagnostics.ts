import { readDiagnosticsPage } from "../../client/core/agents/diagnosticsPage.js";
import { replacePart } from "./parts.js";

const SEVERITIES = ["warning", "information", "hint"];

/** Lists the codes of the page that aren't errors, by severity. @param page docs/diagnostics.md */
export function updateDiagnostics(page: string): string {
  const sections = readDiagnosticsPage(page);
  const rows = SEVERITIES.map((severity) => {
    const codes = sections.filter((one) => one.severity === severity).map(({ code }) => `[${code}](#${code})`);
    return `| ${severity} | ${codes.join(", ")} |\n`;
  });
  return replacePart(page, "the sections", `| Severity | Codes |\n|---|---|\n${rows.join("")}`);
}
