/** A link or a picture of Markdown: what is before its target, and the target. */
const TARGET = /(!?)(\[[^\]]*\])\(([^)\s]+)\)/g;
/** A paragraph that is nothing but a picture. */
const PICTURE = /^!\[[^\]]*\]\([^)\s]+\)\n\n/gm;

/**
 * Makes the README one that can be read away from the repository: in VS Code's page about an installed extension, which
 * resolves no relative address and draws no picture that does not come from the network, and in the galleries.
 *
 * @param text Markdown
 * @param repository its address, without a slash at its end
 * @param ref the tag that pictures and links are addressed at. Without one nobody knows whether
 *   this state is there for all to see, so the pictures are left out, and links lead to the main branch.
 * @returns Markdown without relative addresses, but for places in the text itself
 */
export function standaloneReadme(text: string, repository: string, ref: string | undefined): string {
  const shown = ref === undefined ? text.replaceAll(PICTURE, "") : text;
  return shown.replaceAll(TARGET, (whole, mark: string, label: string, target: string) => {
    if (/^(#|[a-z]+:)/.test(target)) return whole;
    const place = mark === "!" ? `raw/${String(ref)}` : `blob/${ref ?? "main"}`;
    return `${mark}${label}(${repository}/${place}/${target})`;
  });
}
