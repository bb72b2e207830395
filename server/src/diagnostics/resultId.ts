/**
 * A short text that changes with another. Node's hashes would do, but to load them takes longer than to check a file, and
 * the first diagnostics wait for it.
 */
export function resultIdOf(text: string): string {
  // FNV-1a, in two lanes that begin and multiply differently, so that two texts have the same 64 bits by chance only.
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 15);
  }
  return [text.length, low >>> 0, high >>> 0].map((part) => part.toString(36)).join("-");
}
