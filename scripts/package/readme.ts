import { access } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../folders.js";

/** A link or a picture of Markdown: what is before its target, and the target. */
const TARGET = /(!?)(\[[^\]]*\])\(([^)\s]+)\)/g;

/**
 * Makes the README one that can be read away from the repository: in the galleries, and in VS Code's page about an
 * installed extension, which resolves no relative address, and draws no picture that does not come from the network,
 * not even one that is part of the text.
 *
 * @param text Markdown, whose relative addresses start at the project root
 * @param repository its address, without a slash at its end
 * @param ref the tag, branch or commit that pictures and links are addressed at
 * @returns Markdown without relative addresses, but for places in the text itself
 * @throws {Error} that names a picture that is not there
 */
export async function standaloneReadme(text: string, repository: string, ref: string): Promise<string> {
  for (const [, mark, , target = ""] of text.matchAll(TARGET)) {
    if (mark === "!" && isRelative(target)) await ensurePicture(target);
  }
  return text.replaceAll(TARGET, (whole, mark: string, label: string, target: string) =>
    isRelative(target) ? `${mark}${label}(${repository}/${mark === "!" ? "raw" : "blob"}/${ref}/${target})` : whole,
  );
}

const isRelative = (target: string): boolean => !/^(#|[a-z]+:)/.test(target);

async function ensurePicture(file: string): Promise<void> {
  await access(join(ROOT, file)).catch((cause: unknown) => {
    throw new Error(`README.md shows ${file}, which is not there. npm run pictures makes the pictures.`, { cause });
  });
}
