/** Control, format and bidirectional characters, which could reorder or hide the text around them. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const DEFAULT_LIMIT = 100;

/**
 * Text from a file or the service, safe to show in one line of a label: no
 * control, bidirectional or invisible characters and no line breaks.
 * @param limit the greatest length in code points; longer text ends in an ellipsis.
 */
export function inert(text: string, limit = DEFAULT_LIMIT): string {
  const points = [
    ...text
      .slice(0, limit * 4)
      .replaceAll(UNSAFE, " ")
      .trim(),
  ];
  return points.length > limit ? `${points.slice(0, limit - 1).join("")}…` : points.join("");
}

/**
 * The same for Markdown: a code span, in which no link, image, HTML, icon or
 * emphasis can begin. Its fence is longer than any run of backticks inside.
 */
export function inertCode(text: string, limit = DEFAULT_LIMIT): string {
  const line = inert(text, limit);
  if (line === "") return "` `";
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}
