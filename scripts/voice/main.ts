import { execa } from "execa";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { parseSync } from "oxc-parser";

import { ROOT } from "../folders.js";
import { runProgram } from "../program.js";
import { titlesIn } from "../syntax.js";

const MAX_TITLE_WORDS = 15;

/** A part of a file that people read, with the line it begins on. */
interface Prose {
  readonly line: number;
  readonly text: string;
  /** Whether it's the title of a test. Titles are read in a list, so they're short. */
  readonly isTitle?: boolean;
}

/**
 * Looks for the phrases of phrases.txt in documents, messages, comments, and titles of tests, and for those of
 * documents.txt in documents. Titles have a limit. `npm run lint` runs it.
 *
 * @returns the exit code, 1 if a phrase was found
 */
async function main(): Promise<number> {
  const [everywhere, inDocuments] = await Promise.all([
    phrasesOf("phrases.txt", "gi"),
    phrasesOf("documents.txt", "g"),
  ]);
  const { stdout } = await execa("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  let found = 0;
  for (const file of stdout.split("\n")) {
    for (const { line, text, isTitle } of proseOf(file, await readFile(join(ROOT, file), "utf8").catch(() => ""))) {
      if (isTitle && text.split(/\s+/).length > MAX_TITLE_WORDS) {
        found++;
        console.log(`${file}:${line} more than ${MAX_TITLE_WORDS} words: ${text}`);
      }
      const phrases = file.endsWith(".md") ? [...everywhere, ...inDocuments] : everywhere;
      for (const { pattern, better } of phrases) {
        for (const match of text.matchAll(pattern)) {
          found++;
          const at = line + text.slice(0, match.index).split("\n").length - 1;
          console.log(`${file}:${at} "${match[0].replaceAll("\n", " ")}": ${better}`);
        }
      }
    }
  }
  return found === 0 ? 0 : 1;
}

async function phrasesOf(name: string, flags: string) {
  const lines = (await readFile(join(ROOT, "scripts/voice", name), "utf8")).matchAll(/^(.+) => (.+)$/gm);
  return Array.from(lines, ([, pattern = "", better = ""]) => {
    return { pattern: new RegExp(`\\b(?:${pattern})(?!\\w)`, flags), better };
  });
}

/** What people read in a file. Examples and code aren't prose. */
function proseOf(file: string, content: string): readonly Prose[] {
  if (file.endsWith(".md")) {
    const blank = (code: string): string => code.replaceAll(/[^\n]/g, " ");
    return [{ line: 1, text: content.replaceAll(/^ *```[^]*?^ *```|^ {4}[^\n]*$|`[^`\n]*`/gm, blank) }];
  }
  // Keys of a catalog are its English texts.
  if (file.endsWith("l10n/de.json")) return [{ line: 1, text: Object.keys(JSON.parse(content) as object).join("\n") }];
  if (/(?:package\.nls|schema)\.json$/.test(file)) return [{ line: 1, text: content }];
  if (!/\.m?ts$/.test(file)) return [];
  const { comments, program } = parseSync(file, content);
  const titles = file.startsWith("test/") ? titlesIn(program) : [];
  const all = [
    ...comments.map(({ start, value }) => ({ start, text: value })),
    ...titles.map(({ start, end }) => ({ start, text: content.slice(start + 1, end - 1), isTitle: true })),
  ];
  return all.map(({ start, text, ...rest }) => ({
    ...rest,
    line: content.slice(0, start).split("\n").length,
    text: text.replaceAll(/`[^`\n]*`/g, ""),
  }));
}

await runProgram(main);
