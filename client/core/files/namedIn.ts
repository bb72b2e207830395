import { findNodeAtLocation, parseTree } from "jsonc-parser";

/** What the text of a setup file names; undefined what it leaves out, and what it has not been filled in with. */
export interface NamedInText {
  /** The connection. */
  readonly id: string | undefined;
  /** The tenant, by its host. */
  readonly tenant: string | undefined;
  /** The name that the connection is to have. */
  readonly name: string | undefined;
}

/** What the text of a setup file names. Read here, so that nothing has to wait for the server. */
export function namedIn(text: string): NamedInText {
  const root = parseTree(text);
  const textOf = (property: string) => {
    const value: unknown = root && findNodeAtLocation(root, [property])?.value;
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  };
  return { id: textOf("id"), tenant: textOf("tenant"), name: textOf("name") };
}
