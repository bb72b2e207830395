import type { SecretSources } from "../../core/secrets/sources.js";
import { readValues, type ValueSearch } from "../../core/secrets/valuesInFile.js";
import { EXITS, type Exit, mostSerious } from "../exits.js";
import type { Io } from "../io.js";
import { type Format, print } from "../output/report.js";
import { emptyNote, faultAnnotation, type ReadFile } from "./readFile.js";

/** Says which files hold a value. @returns 2 if any does, and 4 if a file couldn't be read, or with `strict` a value. */
export async function find(
  sought: ValueSearch,
  files: readonly ReadFile[],
  sourcesFor: (file: string) => SecretSources,
  { format, strict }: { readonly format: Format; readonly strict?: true | undefined },
  io: Io,
): Promise<Exit> {
  const read = await Promise.all(
    files.map(async (file) => {
      const all = await readValues(file.inspected, sourcesFor(file.path));
      return {
        file,
        found: all.filter((value) => sought.isIn(value)).map(({ property }) => property.join(".")),
        isComplete: file.faults.length === 0 && all.every(({ text }) => text !== undefined),
      };
    }),
  );
  const holding = read.filter(({ found }) => found.length > 0);
  const incomplete = read.filter(({ isComplete }) => !isComplete);
  const unread = files.flatMap((file) => file.faults.map((text) => ({ file, text })));
  await print(
    {
      title: "vaultconn values",
      head: ["File", "Connection", "Properties"],
      rows: holding.map(({ file, found }) => [file.displayPath, file.inspected.id?.value ?? "", found.join(", ")]),
      notes: read.flatMap(({ file, isComplete }) => {
        const values = isComplete || file.faults.length > 0 ? [] : ["Not all of its values were looked up."];
        return [...file.faults, ...emptyNote(file), ...values].map((text) => [file.displayPath, text] as const);
      }),
      summary: `Found in ${holding.length} of ${files.length} files among what can be read now; ${incomplete.length} not completely looked up`,
      data: {
        version: 1,
        found: holding.map(({ file, found }) => ({
          file: file.displayPath,
          id: file.inspected.id?.value ?? null,
          properties: found,
        })),
        incomplete: incomplete.map(({ file }) => file.displayPath),
        unread: [...new Set(unread.map(({ file }) => file.displayPath))],
      },
      annotations: [
        ...unread.map(({ file, text }) => faultAnnotation(file, text)),
        ...holding.map(({ file, found }) => ({
          level: "warning" as const,
          file: file.path,
          title: "vaultconn value found",
          message: `It holds the value in ${found.join(", ")}.`,
        })),
      ],
    },
    format,
    io,
  );
  const isFailed = unread.length > 0 || (strict === true && incomplete.length > 0);
  return mostSerious([holding.length > 0 ? EXITS.pending : EXITS.done, isFailed ? EXITS.failed : EXITS.done]);
}
