import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { SeveritySetting, TextRange } from "../../../server/protocol/messages.js";
import { checkFiles, type CheckedFile, type Problem } from "../../../server/src/library.js";
import { EXITS, misuse } from "../exits.js";
import { findInputs, readInputs } from "../files/readFiles.js";
import { checkoutOf, pathFrom } from "../files/pathFrom.js";
import { skippedSentence, unreadSentence, type Unread } from "../files/readText.js";
import { defineCommand, say, write } from "../io.js";
import { existsAmong, providersOf, withProviders } from "../options/providers.js";
import { formatOption, print, styled, type Annotation, type Report } from "../output/report.js";
import { escapeControlCharacters } from "../output/escapeControlCharacters.js";
import { sarif } from "./sarif.js";

type Severity = Problem["severity"];

/** Most serious first. */
const SEVERITIES: readonly Severity[] = ["error", "warning", "information", "hint"];
const LEVELS: readonly SeveritySetting[] = ["off", "hint", "information", "warning", "error"];

export const check = defineCommand({
  example: "vaultconn check . --plain-text-secret error",
  configure: (command) =>
    withProviders(
      command
        .summary("check setup files without using the network")
        .description("Reports the same problems in setup files that an editor shows. It doesn't use the network.")
        .argument(
          "[paths...]",
          "files, folders, or quoted globs, or - for standard input (default: the current folder)",
        )
        .addOption(formatOption("sarif"))
        .addOption(new Option("--severity <level>", "the lowest severity to show").choices(SEVERITIES).default("hint"))
        .option("-q, --quiet", "the same as --severity error")
        .option("--max-warnings <n>", "fail if there are more warnings than this, shown or not", parseWholeNumber)
        .addOption(
          new Option("--plain-text-secret <level>", "how to report a secret in plain text")
            .choices(LEVELS)
            .default("hint"),
        )
        .option(
          "--expiry-days <n>",
          "report credentials that end within this many days, or none with 0 (default: 30)",
          parseWholeNumber,
        )
        .option("--stdin-filename <file>", "the path of the file on standard input")
        .option("--allow-empty", "succeed if there are no files to check"),
    ),
  run: async (paths, options, io) => {
    const { stdinFilename, allowEmpty, plainTextSecret, maxWarnings = Infinity } = options;
    if (stdinFilename !== undefined && !paths.includes("-"))
      throw misuse('--stdin-filename needs standard input. Add "-" as a path.');
    const exists = existsAmong(providersOf(options, io.cwd, io));
    const found = await findInputs({ paths: paths.length > 0 ? paths : ["."], stdinFilename, allowEmpty, cwd: io.cwd });
    const { texts, unread } = await readInputs(found.inputs, io);
    const context = { plainTextSecret, exists, expiryWarningDays: options.expiryDays, now: io.clock.now() };
    const files = checkFiles(texts, context);
    const all = [...found.unread, ...unread];
    for (const one of found.skipped) await say(io.stderr, skippedSentence(one));
    const severities = SEVERITIES.slice(0, 1 + SEVERITIES.indexOf(options.quiet === true ? "error" : options.severity));
    const faulty = files
      .map((file) => ({ ...file, problems: file.problems.filter(({ severity }) => severities.includes(severity)) }))
      .filter(({ problems }) => problems.length > 0);
    if (options.format === "sarif") await write(io.stdout, sarif(faulty, all, checkoutOf(io)));
    else await print(reportOf(files.length, faulty, all, io.cwd), options.format, io);
    for (const one of all) await say(io.stderr, unreadSentence(one));
    const { error, warning } = countsOf(files);
    if (warning > maxWarnings)
      await say(
        io.stderr,
        `There are more warnings than --max-warnings allows: ${warning} instead of ${maxWarnings}. Fix some, or allow more.`,
      );
    return error > 0 || warning > maxWarnings || all.length > 0 ? EXITS.failed : EXITS.done;
  },
});

function parseWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Enter a whole number, such as 0.");
  return Number(text);
}

function countsOf(files: readonly CheckedFile[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { problems } of files) for (const { severity } of problems) counts[severity]++;
  return counts;
}

const STYLES = { error: "red", warning: "yellow", information: "blue", hint: "dim" } as const;
const ANNOTATIONS = { error: "error", warning: "warning", information: "notice", hint: "notice" } as const;

/** @param all number of checked files. @param files files with problems to show. */
export function reportOf(all: number, files: readonly CheckedFile[], unread: readonly Unread[], cwd: string): Report {
  const counts = countsOf(files);
  const displayPath = (path: string) => pathFrom(cwd, path);
  const at = (path: string, { line, column }: TextRange) =>
    `${escapeControlCharacters(displayPath(path))}:${line}:${column}`;
  const problems = files.flatMap((file) => file.problems.map((problem) => ({ ...problem, path: file.path })));
  const summary = summaryOf(counts, files.length, all, unread.length);
  return {
    title: "vaultconn check",
    head: ["", "Place", "Code", "Message"],
    rows: problems.map((problem) => [
      { text: problem.severity, style: STYLES[problem.severity] },
      at(problem.path, problem),
      problem.code,
      problem.message,
    ]),
    notes: unread.map(({ path, reason }) => [displayPath(path), `It can't be read: ${reason}.`]),
    summary,
    text: (colours) => {
      const lines = problems.flatMap(({ path, related, ...problem }) => [
        `${at(path, problem)} ${styled(problem.severity, colours ? STYLES[problem.severity] : undefined)} ${problem.code} ${escapeControlCharacters(problem.message)}\n`,
        ...related.map((other) => `    ${at(other.path, other)} ${escapeControlCharacters(other.message)}\n`),
      ]);
      return `${lines.join("")}${lines.length > 0 ? "\n" : ""}${summary}\n`;
    },
    data: {
      version: 1,
      files: files.map((file) => ({
        path: displayPath(file.path),
        diagnostics: file.problems.map((problem) => ({
          ...problem,
          related: problem.related.map((other) => ({ ...other, path: displayPath(other.path) })),
        })),
      })),
      summary: {
        files: all,
        filesWithProblems: files.length,
        ...counts,
        unread: unread.map(({ path, reason }) => ({ path: displayPath(path), reason })),
      },
    },
    annotations: [
      ...problems.map((problem) => annotationOf(problem.path, problem)),
      ...unread.map(({ path: file, reason }) => {
        return { level: "error", file, title: "unreadable", message: `It can't be read: ${reason}.` } as const;
      }),
    ],
  };
}

export function annotationOf(file: string, problem: Problem): Annotation {
  const { severity, code, message, line, column, endLine, endColumn } = problem;
  return { level: ANNOTATIONS[severity], file, title: code, message, line, column, endLine, endColumn };
}

function summaryOf(counts: Readonly<Record<Severity, number>>, faulty: number, all: number, unread: number): string {
  const parts = [
    countOf(counts.error, "error"),
    countOf(counts.warning, "warning"),
    countOf(counts.information, "note"),
    countOf(counts.hint, "hint"),
  ].filter((part) => !part.startsWith("0 "));
  const more = unread > 0 ? `${countOf(unread, "path")} can't be read.` : "";
  if (parts.length === 0 && all === 0 && unread > 0) return more;
  if (parts.length === 0) return `No problems in ${countOf(all, "file")}. ${more}`.trim();
  const where = faulty === all ? countOf(all, "file") : `${faulty} of ${countOf(all, "file")}`;
  return `${new Intl.ListFormat("en-GB").format(parts)} in ${where}. ${more}`.trim();
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
