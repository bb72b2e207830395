import * as vscode from "vscode";

/** As much of the manifest as the suite holds the extension against. */
interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** The extension under test. */
export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension<unknown>("vaultconn.vault-connections");
  if (found === undefined) throw new Error("VS Code does not know the extension.");
  return found;
}

/** Its manifest. */
export function manifest(): Manifest {
  return extension().packageJSON as Manifest;
}
