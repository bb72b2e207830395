import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validateFiles } from "../../../server/src/library.js";
import { AgentError, type AgentHost, type AgentTenant, type Unreadable } from "../../core/agents/host.js";
import { readInside } from "../../core/storage/readRegularFile.js";
import { stateFolder } from "../../core/storage/stateFolder.js";
import { repositoryOf } from "../../core/text/repositoryOf.js";
import type { Providers } from "../../core/secrets/providers/definitions.js";
import { EXITS, ExitError } from "../exits.js";
import { decodeText } from "../files/readText.js";
import { reasonOf } from "../../core/files/readFaults.js";
import { namedFiles } from "../files/readFiles.js";
import { defineCommand, type Io } from "../io.js";
import { withConnection } from "../options/withConnection.js";
import { providersOf, withProviders } from "../options/providers.js";
import { inSession, rootOf, type Session } from "../session.js";
import { openLock } from "../state/lockKeeper.js";
import { UnwrittenEntries } from "../state/unwrittenEntries.js";
import { openJournal } from "../state/state.js";

/** Serves tools for coding agents until the client disconnects. */
export const mcp = defineCommand({
  example: "vaultconn mcp --tenant acme.example.com --allow-list",
  configure: (command) =>
    withProviders(withConnection(command))
      .summary("serve tools to a coding agent")
      .description(
        "Serves tools to a coding agent over the Model Context Protocol, on standard input and output. They check setup files and explain variants. With a tenant and --allow-list, they also list connections and plan pushes. They can ask a person for a review in VS Code. They never send an update.",
      )
      .option("--allow-list", "let the agent list connections of the specified tenants, and compare files with them"),
  run: async (_, options, io) => {
    // Loads what only this command needs.
    const { serve } = await import("./serve.js");
    // Some clients set variables that they don't need to "".
    const hasTenant = [options.tenant, options.tenants, io.env["VAULTCONN_TENANT"]].some((one) => Boolean(one?.trim()));
    const serveTools = (host: AgentHost) => serve(host, io).then(() => EXITS.done);
    if (!hasTenant) {
      const root = rootOf(options.root, io.cwd);
      return serveTools({ ...hostFor(root, providersOf(options, root, io), io), tenants: [] });
    }
    const work = (session: Session) => {
      const tenants = session.tenants.map((tenant) => tenantFor(tenant, session, options.allowList === true));
      return serveTools({ ...hostFor(session.root, session.providers, io), tenants, ...earlierRuns(session) });
    };
    return inSession(options, io, work);
  },
});

function tenantFor(tenant: Session["tenants"][number], session: Session, isAllowed: boolean): AgentTenant {
  return {
    tenant,
    howToAllow: isAllowed
      ? undefined
      : "Agents can't list this tenant. To allow it, a person adds --allow-list to vaultconn mcp.",
    connect: () =>
      Promise.resolve()
        .then(() => session.access([tenant])[0]?.client ?? "There are no credentials for this tenant.")
        .catch(sentencesOf),
  };
}

function hostFor(root: string, providers: Providers, { env }: Pick<Io, "env">): Omit<AgentHost, "tenants"> {
  return {
    folders: [root],
    providers,
    howToAddProvider: "A person adds --providers to vaultconn mcp, with a file that defines it.",
    howToAddTenant: "No tenant is specified. A person adds --tenant and --allow-list to vaultconn mcp.",
    setupFiles: () => namedFiles(root),
    readText: (path) => readInRoot(path, root),
    check: validateFiles,
    diagnosticsPage: () => readFile(join(__dirname, "diagnostics.md"), "utf8"),
    stateFolder: () => stateFolder(repositoryOf(root), env),
    readLock: () => Promise.resolve([]),
    lastPush: () => Promise.resolve({}),
  };
}

/** Only the journal of interrupted runs and the lock file know about earlier pushes. */
function earlierRuns({ root, state }: Session): Pick<AgentHost, "readLock" | "lastPush"> {
  return {
    readLock: async (file) => {
      const store = await UnwrittenEntries.read(state);
      return openLock(file, root, store).then(({ entries }) => entries, sentencesOf);
    },
    lastPush: async (_path, { id }, tenant) => {
      const journal = await openJournal(state).catch(sentencesOf);
      if (typeof journal === "string") throw new AgentError(journal);
      return { interrupted: id && tenant && journal.lastTo({ origin: tenant.origin, id: id.value }) };
    },
  };
}

/** @throws any other error. */
function sentencesOf(error: unknown): string {
  if (error instanceof ExitError) return error.lines.join(" ");
  throw error;
}

async function readInRoot(path: string, root: string): Promise<string | Unreadable> {
  try {
    const bytes = await readInside(path, [root]);
    return bytes ? decodeText([bytes]) : { reason: "it isn't a regular file inside of the root" };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}
