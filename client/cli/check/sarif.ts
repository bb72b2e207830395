import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../../../server/src/version.js";
import type { TextRange } from "../../../server/protocol/messages.js";
import type { CheckedFile, Problem } from "../../../server/src/library.js";
import { EXPLANATIONS } from "../../../schemas/files.js";
import { readDiagnosticsPage } from "../../core/agents/diagnosticsPage.js";
import { uriFrom } from "../files/pathFrom.js";
import type { Unread } from "../files/readText.js";
import { jsonText } from "../output/report.js";

const LEVELS: Readonly<Record<string, string>> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
};

/** GitHub reads fewer than 25,000. */
const MAX_RESULTS = 24_000;

/**
 * Returns a report in the Static Analysis Results Interchange Format, version 2.1.0.
 * @param checkout the folder that paths are relative to.
 * @param page the text of docs/diagnostics.md, which the build copies next to the program.
 */
export function sarif(
  files: readonly CheckedFile[],
  unread: readonly Unread[],
  checkout: string,
  page = readFileSync(join(__dirname, "diagnostics.md"), "utf8"),
): string {
  const rules = rulesOf(page);
  const artifact = (path: string) => {
    const uri = uriFrom(checkout, path);
    return uri.startsWith("file:") ? { uri } : { uri, uriBaseId: "%SRCROOT%" };
  };
  const physical = (path: string, { line, column, endLine, endColumn }: TextRange) => ({
    physicalLocation: {
      artifactLocation: artifact(path),
      region: { startLine: line, startColumn: column, endLine, endColumn },
    },
  });
  const result = (path: string, problem: Problem) => ({
    ruleId: problem.code,
    ruleIndex: rules.findIndex(({ id }) => id === problem.code),
    level: LEVELS[problem.severity],
    message: { text: withoutLinks(problem.message) },
    locations: [physical(path, problem)],
    ...(problem.related.length > 0 && {
      relatedLocations: problem.related.map((other, id) => ({
        id,
        message: { text: other.message },
        ...physical(other.path, other),
      })),
    }),
  });
  const results = files.flatMap(({ path, problems }) => problems.map((problem) => result(path, problem)));
  const more = results.length - MAX_RESULTS;
  const notifications = [
    ...unread.map(({ path, reason }) => ({
      level: "error",
      message: { text: `Can't be read: ${reason}.` },
      locations: [{ physicalLocation: { artifactLocation: artifact(path) } }],
    })),
    ...(more > 0 ? [{ level: "warning", message: { text: `There are ${more} more problems.` } }] : []),
  ];
  const run = {
    tool: { driver: { name: "vaultconn", version: VERSION, informationUri: EXPLANATIONS, rules } },
    columnKind: "utf16CodeUnits",
    // By default, readers don't count a lone carriage return as a line break.
    newlineSequences: ["\r\n", "\n", "\r"],
    results: results.slice(0, MAX_RESULTS),
    invocations: [
      {
        executionSuccessful: unread.length === 0,
        ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
      },
    ],
  };
  return jsonText({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] });
}

/** SARIF reads "[text](target)" as a link, and a property name may look like one. */
function withoutLinks(message: string): string {
  return message.includes("](") ? message.replaceAll(/[[\]]/g, "\\$&") : message;
}

function rulesOf(page: string) {
  return readDiagnosticsPage(page).map(({ code, severity, markdown }) => {
    const text = markdown
      .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
      .replaceAll(/^```\w*\n|^> |`|\*\*|<\/?kbd>/gm, "");
    const [full = ""] = text.split("\n\n");
    const [sentence = full] = /^.*?\.(?= [A-Z]|$)/.exec(full) ?? [];
    return {
      id: code,
      helpUri: `${EXPLANATIONS}#${code}`,
      defaultConfiguration: { level: LEVELS[severity] ?? "none" },
      shortDescription: { text: sentence },
      fullDescription: { text: full },
      help: { text, markdown },
    };
  });
}
