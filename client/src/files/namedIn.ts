import { findNodeAtLocation, parseTree } from "jsonc-parser";

/** The connection and the tenant, by its host, that the text of a setup file names. Read here, so that nothing has to wait for the server. */
export function namedIn(text: string): { readonly id: string | undefined; readonly tenant: string | undefined } {
  const root = parseTree(text);
  const textOf = (property: string) => {
    const value: unknown = root && findNodeAtLocation(root, [property])?.value;
    return typeof value === "string" ? value : undefined;
  };
  return { id: textOf("id"), tenant: textOf("tenant") };
}
