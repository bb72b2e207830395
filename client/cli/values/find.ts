import { describeReference } from "../../core/secrets/referenceProblems.js";
import type { SecretSources } from "../../core/secrets/sources.js";
import { readValues, type TextPlace, type ValueSearch } from "../../core/secrets/valuesInFile.js";
import { EXITS, type Exit, mostSerious } from "../exits.js";
import type { Io } from "../io.js";
import { type Format, print } from "../output/report.js";
import { emptyNote, faultAnnotation, type ReadFile } from "./readFile.js";

const WORDS: Readonly<Record<TextPlace["what"], string>> = {
  comment: "comment",
  propertyName: "property name",
  number: "number",
  text: "text",
};

/**
 * Says which files hold a value.
 * @param hide takes it out of what's shown of a file: its name, ID, and properties may have it, too.
 * @returns 2 if any does, and 4 if a file couldn't be read, or with `strict` a value.
 */
export async function find(
  { search, hide }: { readonly search: ValueSearch; readonly hide: (text: string) => string },
  files: readonly ReadFile[],
  sourcesFor: (file: string) => SecretSources,
  { format, strict }: { readonly format: Format; readonly strict?: true | undefined },
  io: Io,
): Promise<Exit> {
  const read = await Promise.all(
    files.map(async (file) => {
      const all = await readValues(file.inspected, sourcesFor(file.path));
      const found = all.filter((value) => search.isIn(value)).map(({ property }) => hide(property.join(".")));
      // What a property holds is in the text, too.
      const elsewhere = search.placesIn(file.text).filter(({ what }) => what !== "text" || found.length === 0);
      const unread = new Set(all.flatMap((value) => value.unread.map(describeReference)));
      return {
        file,
        shown: hide(file.displayPath),
        id: file.inspected.id === undefined ? null : hide(file.inspected.id.value),
        found,
        elsewhere: elsewhere.map(({ line, what }) => ({ line, what })),
        unread: [...unread],
      };
    }),
  );
  const holding = read
    .filter(({ found, elsewhere }) => found.length + elsewhere.length > 0)
    .map((one) => ({
      ...one,
      places: [...one.found, ...one.elsewhere.map(({ line, what }) => `${WORDS[what]} in line ${line}`)],
    }));
  const incomplete = read.filter(({ file, unread }) => file.faults.length > 0 || unread.length > 0);
  const faulty = files.flatMap((file) => file.faults.map((text) => ({ file, text })));
  const rest =
    incomplete.length === 0 ? "" : ` Not completely searched: ${incomplete.length}, so it may be there, too.`;
  const found = holding.length === 0 ? "Not found in" : `Found in ${holding.length} of`;
  await print(
    {
      title: "vaultconn values",
      head: ["File", "Connection", "Properties"],
      rows: holding.map(({ shown, id, places }) => [shown, id ?? "", places.join(", ")]),
      notes: read.flatMap(({ file, shown, unread }) => {
        const values = unread.length === 0 ? [] : [`Not looked up: ${unread.join(", ")}.`];
        return [...file.faults, ...emptyNote(file), ...values].map((text) => [shown, hide(text)] as const);
      }),
      summary: `${found} ${files.length} ${files.length === 1 ? "file" : "files"}, among what can be read now.${rest} Earlier versions and the service weren't searched.`,
      data: {
        version: 1,
        found: holding.map(({ shown, id, found, elsewhere }) => ({ file: shown, id, properties: found, elsewhere })),
        incomplete: incomplete.map(({ shown }) => shown),
        unread: read.filter(({ file }) => file.faults.length > 0).map(({ shown }) => shown),
      },
      annotations: [
        ...faulty.map(({ file, text }) => faultAnnotation(file, hide(text))),
        ...holding.map(({ file, places, elsewhere }) => ({
          level: "warning" as const,
          file: file.path,
          ...(elsewhere[0] && { line: elsewhere[0].line }),
          title: "vaultconn value found",
          message: `It holds the value in ${places.join(", ")}.`,
        })),
      ],
    },
    format,
    io,
  );
  const isFailed = faulty.length > 0 || (strict === true && incomplete.length > 0);
  return mostSerious([holding.length > 0 ? EXITS.pending : EXITS.done, isFailed ? EXITS.failed : EXITS.done]);
}
