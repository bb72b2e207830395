import { SEEN_FORMAT } from "./hidden.js";
import { lateExpression } from "./lateExpression.js";

/**
 * Control, format and bidirectional characters can reorder or hide text around them, and fillers are letters that look
 * blank.
 */
const unsafe = lateExpression(
  String.raw`(?:(?!${SEEN_FORMAT})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0])+`,
  "gu",
);

/**
 * Makes untrusted text safe to show on one line, without invisible characters or links in notifications.
 * @param limit in code points; longer text ends in an ellipsis, without half a character.
 */
export function sanitizeText(text: string, limit = 200): string {
  const clean = text
    .slice(0, limit * 4)
    .replace(unsafe(), " ")
    .replaceAll("](", "] (")
    .trim();
  if ([...clean].length <= limit) return clean;
  let kept = "";
  let count = 1;
  for (const { segment } of new Intl.Segmenter().segment(clean)) {
    count += [...segment].length;
    if (count > limit) break;
    kept += segment;
  }
  return `${kept}…`;
}
