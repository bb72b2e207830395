import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { Tenant } from "../../core/tenants/tenant.js";
import { EXITS, misuse, Stop } from "../exits.js";
import type { Io } from "../io.js";
import { credentialLookup, type CredentialLookup } from "../options/credentials.js";
import { networkSettings } from "../options/network.js";
import { secretSources, type Secrets } from "../options/secrets.js";
import type { ConnectOptions, SecretOptions } from "../options/shared.js";
import { readTenants } from "../options/tenants.js";
import { showProgress, type Progress } from "../output/progress.js";
import { openLock, type LockKeeper } from "../state/lockKeeper.js";
import { stateFolder } from "../state/state.js";
import { openAccess, type Access } from "./access.js";

/** What one run of a command works with. */
export interface Session {
  readonly io: Io;
  readonly progress: Progress;
  /** The root of the files, as the system knows it. */
  readonly root: string;
  readonly tenants: readonly Tenant[];
  readonly lock: LockKeeper;
  /** Where this machine keeps the journal of updates. */
  readonly state: string;
  readonly secrets: Secrets;
  /** Signs in to tenants. @throws Stop that says of all of them what is missing. */
  readonly access: (tenants: readonly Tenant[]) => readonly Access[];
  /** Ends all requests. */
  readonly close: () => Promise<void>;
}

/** What a command was told. */
export type SessionOptions = ConnectOptions & SecretOptions & { readonly verbose?: boolean };

/**
 * Reads everything that was named, before anything is asked of a service.
 * @throws Stop
 */
export async function openSession(options: SessionOptions, io: Io): Promise<Session> {
  const root = rootOf(options.root, io.cwd);
  const tenants = readTenants(options, io);
  const network = networkSettings(options, io);
  const credentials = credentialLookup(options, tenants, root, io);
  const progress = showProgress(io);
  const secrets = secretSources(options, root, io, (warning) => {
    progress.say(warning);
  });
  const lock = await openLock(root);
  const state = stateFolder(root, io);
  const open = new Map<Tenant, Access>();
  const log = (line: string) => {
    if (options.verbose === true) progress.say(line);
  };
  const access = (wanted: readonly Tenant[]) => {
    const given = signInAll(wanted, credentials);
    return wanted.map((tenant, at) => {
      const credential = given[at];
      if (!credential) throw new Error("A credential was looked for and not found.");
      const known = open.get(tenant) ?? openAccess(tenant, credential, network, io, log);
      open.set(tenant, known);
      return known;
    });
  };
  return {
    io,
    progress,
    root,
    tenants,
    lock,
    state,
    secrets,
    access,
    close: async () => {
      progress.end();
      await Promise.all([...open.values()].map(({ client }) => client.close()));
    },
  };
}

/** All that is missing is told at once. */
function signInAll(tenants: readonly Tenant[], credentials: CredentialLookup) {
  const found = tenants.map((tenant) => credentials.of(tenant));
  const missing = found.flatMap((one) => (Array.isArray(one) ? (one as readonly string[]) : []));
  if (missing.length > 0) throw new Stop(EXITS.failed, missing);
  return found.flatMap((one) => ("kind" in one ? [one] : []));
}

/**
 * The root of the files.
 * @throws Stop where it is no folder
 */
function rootOf(given: string, cwd: string): string {
  const full = path.resolve(cwd, given);
  try {
    if (statSync(full).isDirectory()) return realpathSync(full);
  } catch {
    // Said below.
  }
  throw misuse(`--root has to be a folder, and "${given}" is none.`);
}
