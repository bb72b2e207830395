/** Control, format and bidirectional characters, which could reorder or hide text around them. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Makes text from the service or from a file safe to show in one line: no
 * control, bidirectional or invisible characters, no line breaks, and nothing
 * that a notification would turn into a link.
 * @param limit the greatest length in code points; longer text ends in an ellipsis.
 */
export function sanitizeText(text: string, limit = 200): string {
  const clean = text
    .slice(0, limit * 4)
    .replace(UNSAFE, " ")
    .replaceAll("](", "] (")
    .trim();
  const points = [...clean];
  return points.length > limit ? `${points.slice(0, limit - 1).join("")}…` : clean;
}

/** What quick picks and the status bar draw as an icon. */
const ICON = /\$\([\w-]+(?:~\w+)?\)/g;

/** The same for a label that draws icons: `$(name)` in the text stays text. */
export function sanitizeLabel(text: string, limit?: number): string {
  return sanitizeText(text, limit).replaceAll(ICON, String.raw`\$&`);
}
