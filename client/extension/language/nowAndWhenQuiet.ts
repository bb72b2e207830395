/** Longer than VS Code usually puts off what it was told, in milliseconds. */
const AGAIN_MS = 2000;

/**
 * VS Code puts off asking for code lenses when it is told of new ones, and forgets it when the editor loses the focus
 * meanwhile: who pushes and clicks a row read "checking…" above the file from then on. So it is told once more.
 *
 * @returns does something now, and again when it has not been asked to for two seconds
 */
export function nowAndWhenQuiet(tell: () => void): { readonly tell: () => void; dispose(): void } {
  let again: NodeJS.Timeout | undefined;
  return {
    tell: () => {
      tell();
      clearTimeout(again);
      again = setTimeout(tell, AGAIN_MS);
    },
    dispose: () => {
      clearTimeout(again);
    },
  };
}
