/**
 * A language that shows whether a text went through the bundle: each of its
 * letters is a full-width one, so that any other letter is English that stayed.
 */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** What the language is called. */
export const PSEUDO = "qps";

const TO_FULL_WIDTH = 0xfee0;

function pseudo(text: string) {
  return text.replaceAll(/\{\d+\}|[A-Za-z]/g, (found) =>
    found.length > 1 ? found : String.fromCharCode(found.charCodeAt(0) + TO_FULL_WIDTH),
  );
}

/**
 * Writes a bundle with these texts.
 *
 * @returns the folder it is in
 */
export async function writePseudoBundle(texts: Iterable<string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "vaultconn-l10n-"));
  const bundle = Object.fromEntries([...texts].map((text) => [text, pseudo(text)]));
  await writeFile(path.join(folder, `bundle.l10n.${PSEUDO}.json`), JSON.stringify(bundle));
  return folder;
}
