const ASCII = /^[\0-\x7f]*$/;

/**
 * A text as people search for it: without differences of letter case, composition, and width. Accents count.
 * The dots of i, which depend on the language, don't.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Capitals first, because ß, ς, and ı are the small letters of SS, Σ, and I.
  return text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("i\u0307", "i");
}
