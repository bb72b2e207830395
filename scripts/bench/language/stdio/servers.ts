import { join } from "node:path";
import type { Schema } from "../contestant.js";

/** A language server to be started as an editor starts it. */
export interface ServerProgram {
  readonly name: string;
  /** Arguments of node. */
  readonly args: readonly string[];
  readonly languageId: string;
  readonly initializationOptions?: object;
  /** Sent with `workspace/didChangeConfiguration` before any document is opened. */
  readonly settings?: object;
}

export type ServerName = "ours" | "json" | "jsonAsInstalled" | "minimal";

/**
 * @param root the project.
 * @param programs where the bundled programs are.
 * @param schema what the JSON server is to check with.
 */
export function serverPrograms(
  root: string,
  programs: string,
  schema: Schema,
): Readonly<Record<ServerName, ServerProgram>> {
  const json = {
    languageId: "jsonc",
    initializationOptions: { provideFormatter: true, handledSchemaProtocols: ["file"] },
    settings: {
      json: {
        validate: { enable: true },
        schemas: [{ url: "vaultconn://schema/vaultconn.schema.json", fileMatch: ["*.vaultconn.json"], schema }],
      },
    },
  };
  return {
    ours: { name: "ours", args: [join(root, "dist/server.js"), "--stdio"], languageId: "vaultconn" },
    json: { name: "JSON server", args: [join(programs, "json-server.cjs"), "--stdio"], ...json },
    jsonAsInstalled: {
      name: "JSON server, as npm installs it",
      args: [
        join(root, "scripts/bench/node_modules/vscode-langservers-extracted/bin/vscode-json-language-server"),
        "--stdio",
      ],
      ...json,
    },
    minimal: { name: "minimal server", args: [join(programs, "minimal-server.mjs")], languageId: "vaultconn" },
  };
}
