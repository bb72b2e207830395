/** What a spreadsheet would run as a formula, in some languages also in full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;

/** Writes rows as RFC 4180 says, with cells that a spreadsheet can't run. The first row is the header. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
