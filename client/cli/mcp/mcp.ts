import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validateTexts } from "../../../server/src/features/validate.js";
import type { AgentHost, AgentTenant } from "../../core/agents/host.js";
import { EXITS, ExitError } from "../exits.js";
import { readText, REGULAR_FILE } from "../files/readText.js";
import { namedFiles } from "../files/setupFiles.js";
import type { CommandMaker } from "../io.js";
import { withConnection, type ConnectOptions } from "../options/connection.js";
import { inSession, rootOf, type Session } from "../session.js";

interface McpOptions extends ConnectOptions {
  readonly allowList?: boolean;
}

/** Serves tools for coding agents until the client disconnects. */
export const mcp: CommandMaker = {
  example: "vaultconn mcp --tenant acme.example.com --allow-list",
  configure: (command) =>
    withConnection(command)
      .summary("serve read-only tools to a coding agent")
      .description(
        "Serves tools to a coding agent over the Model Context Protocol, on standard input and output. They check setup files and explain variants. With a tenant and --allow-list, they also list connections and plan pushes. They never send an update.",
      )
      .option("--allow-list", "let the agent list connections of the specified tenants, and compare files with them"),
  run: async (_, options: McpOptions, io) => {
    // Loads what only this command needs.
    const { serve } = await import("./serve.js");
    const hasTenant = [options.tenant, options.tenants, io.env["VAULTCONN_TENANT"]].some((one) => one !== undefined);
    if (hasTenant)
      await inSession(options, io, async (session) => {
        const tenants = session.tenants.map((tenant) => tenantFor(tenant, session, options.allowList === true));
        await serve(hostFor(session.root, tenants), io);
      });
    else await serve(hostFor(rootOf(options.root, io.cwd), []), io);
    return EXITS.done;
  },
};

function tenantFor(tenant: Session["tenants"][number], session: Session, isAllowed: boolean): AgentTenant {
  return {
    tenant,
    howToAllow: isAllowed
      ? undefined
      : "Agents can't list this tenant. To allow it, a person adds --allow-list to vaultconn mcp.",
    connect: () => {
      try {
        const [access] = session.access([tenant]);
        return Promise.resolve(access?.client ?? "There are no credentials for this tenant.");
      } catch (error) {
        if (error instanceof ExitError) return Promise.resolve(error.lines.join(" "));
        throw error;
      }
    },
  };
}

function hostFor(root: string, tenants: readonly AgentTenant[]): AgentHost {
  return {
    folders: [root],
    tenants,
    howToAddTenant: "No tenant is specified. A person adds --tenant and --allow-list to vaultconn mcp.",
    setupFiles: () => namedFiles(root),
    readText: (path) => Promise.resolve(readText(path, REGULAR_FILE)),
    check: validateTexts,
    diagnosticsPage: () => readFile(join(__dirname, "diagnostics.md"), "utf8"),
    // Only the lock file knows about earlier pushes.
    lastPush: () => Promise.resolve({}),
  };
}
