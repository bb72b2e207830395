const END = "<!-- End. -->";

/** Replaces the generated part of a page. @param page Markdown with marks around it. @param made ends with a line break */
export function replacePart(page: string, source: string, made: string): string {
  const begin = `<!-- Made from ${source} by \`npm run docs\`. -->\n\n`;
  const [start, end] = [page.indexOf(begin), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`A page has lost the marks around what is made from ${source}.`);
  return `${page.slice(0, start + begin.length)}${made}\n${page.slice(end)}`;
}
