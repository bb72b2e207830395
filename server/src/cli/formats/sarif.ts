import { EXPLANATIONS } from "../../rules/rule.js";
import { faultRules, fileRules, remarkRules, secretRules } from "../../rules/table.js";
import { uriFrom } from "../paths.js";
import type { Place, Problem, SeverityName } from "../problem.js";
import { visibleJson } from "../visible.js";
import type { CreateFormat } from "./format.js";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
const LEVELS: Readonly<Record<SeverityName | "off", string>> = {
  error: "error",
  warning: "warning",
  information: "note",
  hint: "note",
  off: "none",
};
/** What ends a line; without it a reader of the report would not count a carriage return alone. */
const LINE_BREAKS = ["\r\n", "\n", "\r"];
const RULES = [...fileRules, ...faultRules, ...remarkRules, ...secretRules];

/** The Static Analysis Results Interchange Format, version 2.1.0; each result stands in a line of its own. */
export const sarif: CreateFormat = ({ root, version, explanations }) => {
  const location = (path: string, place: Place): object => ({
    artifactLocation: artifact(root, path),
    region: region(place),
  });
  const result = (artifactLocation: object, { severity, code, message, related, ...place }: Problem): object => ({
    ruleId: code,
    ruleIndex: RULES.findIndex((rule) => rule.code === code),
    level: LEVELS[severity],
    message: { text: withoutLinks(message) },
    locations: [{ physicalLocation: { artifactLocation, region: region(place) } }],
    ...(related.length > 0 && {
      relatedLocations: related.map((other, id) => ({
        id,
        physicalLocation: location(other.path, other),
        message: { text: other.message },
      })),
    }),
  });
  let separator = "\n";
  return {
    begin: `${head(version, readExplanations(explanations()))}"results":[`,
    file: ({ path, problems }) => {
      const artifactLocation = artifact(root, path);
      const lines = `${separator}${problems.map((problem) => visibleJson(result(artifactLocation, problem))).join(",\n")}`;
      separator = ",\n";
      return lines;
    },
    end: ({ unread }) => {
      const notifications = unread.map(({ path, reason }) => ({
        level: "error",
        message: { text: `Could not be read: ${reason}.` },
        locations: [{ physicalLocation: { artifactLocation: artifact(root, path) } }],
      }));
      const invocation = {
        executionSuccessful: unread.length === 0,
        ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
      };
      return `\n],"invocations":${visibleJson([invocation])}}]}\n`;
    },
  };
};

function head(version: string, explanations: ReadonlyMap<string, Explanation>): string {
  const rules = RULES.map(({ code, severity }) => ({
    id: code,
    helpUri: `${EXPLANATIONS}#${code}`,
    defaultConfiguration: { level: LEVELS[severity] },
    ...explanations.get(code),
  }));
  const driver = { name: "vaultconn", version, informationUri: EXPLANATIONS, rules };
  return `{"$schema":"${SCHEMA}","version":"2.1.0","runs":[{"tool":${visibleJson({ driver })},"columnKind":"utf16CodeUnits","newlineSequences":${JSON.stringify(LINE_BREAKS)},`;
}

/** In a message "[text](target)" is a link; a property may be named like one. */
function withoutLinks(message: string): string {
  return message.includes("](") ? message.replaceAll(/[[\]]/g, "\\$&") : message;
}

function artifact(root: string, path: string): object {
  const uri = uriFrom(root, path);
  return uri.startsWith("file:") ? { uri } : { uri, uriBaseId: "%SRCROOT%" };
}

function region({ line, column, endLine, endColumn }: Place): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

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
