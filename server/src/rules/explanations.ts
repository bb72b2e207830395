/** Where each code is explained: a section of this page, named after the code. */
export const EXPLANATIONS = "https://github.com/vaultconn/vault-connections/blob/main/docs/diagnostics.md";

/** The address of the explanation of a code. */
export function explanationOf(code: string): string {
  return `${EXPLANATIONS}#${code}`;
}
