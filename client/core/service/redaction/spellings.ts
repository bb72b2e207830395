/** Lines of a secret that are this long are secrets by themselves. */
const SHORTEST_LINE = 10;

/** Of a shorter secret too little is left in base64 that does not depend on what stands around it. */
const SHORTEST_WITHIN_BASE64 = 6;

/** A secret as it is, line by line, and as JSON, URLs, forms, hexadecimal and base64 write it. */
export function spellings(secret: string): readonly string[] {
  // Half a surrogate pair has no UTF-8, and would make URLs fail.
  const text = secret.replace(/\p{Cs}/gu, "\ufffd");
  const hex = Buffer.from(text).toString("hex");
  const form = new URLSearchParams({ s: text }).toString().slice(2);
  return [
    secret,
    unescaped(secret),
    JSON.stringify(secret).slice(1, -1),
    ...[encodeURIComponent(text), form].flatMap((url) => [url, url.replace(/%../g, (code) => code.toLowerCase())]),
    hex,
    hex.toUpperCase(),
    ...base64(Buffer.from(secret)),
    ...secret.split(/\r?\n/).filter((line) => line.length >= SHORTEST_LINE),
  ];
}

/** In both alphabets; and what base64 makes of the secret within a longer text, as of `client:secret`, wherever it begins there. */
function base64(bytes: Buffer): readonly string[] {
  const within = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 8) / 6);
    return whole.toString("base64").slice(first, Math.floor((whole.length * 8) / 6));
  });
  const all = [bytes.toString("base64"), ...(bytes.length < SHORTEST_WITHIN_BASE64 ? [] : within)];
  return all.flatMap((text) => [text, text.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** How JSON, JavaScript and HTML write a character by its number in hexadecimal. */
const HEXADECIMAL_ESCAPES = [
  /\\u([\da-f]{4})/gi,
  /\\u\{([\da-f]{1,6})\}/gi,
  /\\x([\da-f]{2})/gi,
  /&#x([\da-f]{1,6});/gi,
];

/** A text without the escapes of JSON, JavaScript, HTML and URLs, of which any character can have one. */
export function unescaped(text: string): string {
  return HEXADECIMAL_ESCAPES.reduce(
    (plain, escape) => plain.replace(escape, (whole, code: string) => character(Number.parseInt(code, 16), whole)),
    text,
  )
    .replace(/&#(\d{1,7});/g, (whole, code: string) => character(Number(code), whole))
    .replace(/(?:%[\da-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll("%", ""), "hex").toString("utf8"))
    .replace(/\\(["'\\/])/g, "$1");
}

function character(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
