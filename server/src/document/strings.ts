/**
 * Where the characters of a JSON string stand in the text: an escape such as
 * `\u0024` is one character of the value and six of the text.
 * @param token the string as it is written, quotes included.
 * @param index an index into the decoded value; its length is allowed.
 * @returns an offset from the opening quote.
 */
export function offsetInString(token: string, index: number): number {
  let offset = 1;
  for (let decoded = 0; decoded < index && offset < token.length; decoded++) {
    if (token[offset] !== "\\") offset++;
    else offset += token[offset + 1] === "u" ? 6 : 2;
  }
  return offset;
}

/**
 * The other way round: which character of the decoded value an offset from the
 * opening quote belongs to.
 */
export function indexInString(token: string, offset: number): number {
  let index = 0;
  for (let position = 1; position < offset && position < token.length; index++) {
    position += token[position] !== "\\" ? 1 : token[position + 1] === "u" ? 6 : 2;
    if (position > offset) break;
  }
  return index;
}
