import { visit } from "jsonc-parser";

/**
 * How a text is written at a place of a JSON document so that it stays one
 * string: as it is inside quotes and comments, in quotes of its own elsewhere.
 * @param place an offset in UTF-16 code units.
 */
export function insertionFor(text: string, place: number, inserted: string): string {
  const quoted = JSON.stringify(inserted);
  let found: string | undefined;
  const onString = (offset: number, length: number) => {
    if (text[offset] !== '"') return;
    const open = length === 1 || text[offset + length - 1] !== '"';
    if (isInside(offset, length, open, place)) found = quoted.slice(1, -1);
  };
  visit(
    text,
    {
      onLiteralValue: (_value, offset, length) => {
        onString(offset, length);
      },
      onObjectProperty: (_name, offset, length) => {
        onString(offset, length);
      },
      onComment: (offset, length) => {
        if (isInside(offset, length, text[offset + 1] === "/", place)) found = quoted.slice(1, -1);
      },
    },
    { disallowComments: false },
  );
  return found ?? quoted;
}

/** @param open whether the token goes on at its end, as one without a closing quote does. */
function isInside(offset: number, length: number, open: boolean, place: number): boolean {
  return place > offset && place < offset + length + (open ? 1 : 0);
}
