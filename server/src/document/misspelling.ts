/** Two edits are a slip of the finger; three are another word. */
const MAX_EDITS = 2;

/**
 * Whether a text is a misspelling of a name, and how bad a one.
 * @returns undefined for no misspelling; otherwise the number of edits, where
 * anything that differs only in case, hyphens and underscores counts as none.
 */
export function misspelling(text: string, name: string): number | undefined {
  if (text.length > 2 * name.length + MAX_EDITS) return undefined;
  const near = Math.abs(text.length - name.length) <= MAX_EDITS;
  // Texts of very different length can only be the same but for hyphens and underscores.
  if ((near || SEPARATOR.test(text) || SEPARATOR.test(name)) && bare(text) === bareName(name)) return 0;
  if (!near || letterDifference(text, name) > MAX_EDITS) return undefined;
  const edits = editDistance(text, name);
  return edits <= MAX_EDITS && edits < name.length / 2 ? edits : undefined;
}

/**
 * The name a text most likely means.
 * @returns the nearest of the names, the earlier one where two are equally near.
 */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const name of names) {
    const edits = misspelling(text, name);
    if (edits === undefined || edits >= fewest) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

/** How many letters one text has and the other has not, the more of both ways: each is an edit at least. */
function letterDifference(text: string, name: string): number {
  const [inText, inName] = [lettersOf(text), lettersOf(name)];
  return Math.max(bitsIn(inText & ~inName), bitsIn(inName & ~inText));
}

/** One bit for each letter; a few that are far apart in the alphabet of keys share one. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const SEPARATOR = /[-_]/;

function bare(text: string): string {
  return text.replaceAll(/[-_]/g, "").toLowerCase();
}

/** The names are those of fields, types and the like: a few dozen. */
const bareNames = new Map<string, string>();

function bareName(name: string): string {
  const known = bareNames.get(name);
  if (known !== undefined) return known;
  const made = bare(name);
  bareNames.set(name, made);
  return made;
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbours that
 * turn one text into the other (optimal string alignment); Infinity as soon as
 * there are sure to be more than anyone asks for.
 */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(beforeLast, j - 2) + 1 : Infinity;
      row.push(Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1, swapped));
    }
    // A swap reaches back two rows, so two rows have to be out of reach.
    if (Math.min(...row) > MAX_EDITS && Math.min(...last) > MAX_EDITS) return Infinity;
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
