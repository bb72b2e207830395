import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { cachedPages } from "../core/push/check.js";
import type { ListService } from "../core/push/readRecord.js";
import type { CallOptions } from "../core/service/calls/wait.js";
import { createServiceClient, type ServiceClient } from "../core/service/client.js";
import { isServiceError } from "../core/service/errors/errors.js";
import { listAll, type Listing } from "../core/service/operations/list.js";
import type { ConnectionRecord } from "../core/service/operations/records.js";
import { sentence } from "../core/service/errorTable.js";
import type { Credential } from "../core/service/signIn/method.js";
import { CONNECTIONS } from "../core/service/transport/dispatcher.js";
import type { Tenant } from "../core/tenants/tenant.js";
import { EXITS, misuse, Stop } from "./exits.js";
import type { Io } from "./io.js";
import { credentialLookup } from "./options/credentials.js";
import { networkSettings, readTenants, type ConnectOptions } from "./options/connection.js";
import { secretSources, type SecretOptions, type Secrets } from "./options/secrets.js";
import { PROXY_SETTING } from "./outcomes.js";
import { showProgress, type Progress } from "./output/progress.js";
import { openLock, type LockKeeper } from "./state/lockKeeper.js";
import { stateFolder } from "./state/state.js";

export interface Session {
  readonly io: Io;
  readonly progress: Progress;
  /** A real path. */
  readonly root: string;
  readonly tenants: readonly Tenant[];
  readonly lock: LockKeeper;
  /** The folder of the journal of updates on this machine. */
  readonly state: string;
  readonly secrets: Secrets;
  /** Signs in to tenants. @throws Stop that lists everything that is missing. */
  readonly access: (tenants: readonly Tenant[]) => readonly Access[];
  readonly close: () => Promise<void>;
}

export type SessionOptions = ConnectOptions & SecretOptions;

/** Ends all requests, whatever happens. @throws Stop */
export async function inSession<Result>(
  options: SessionOptions,
  io: Io,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(options, io);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Reads everything that was named before any request to a service. */
async function openSession(options: SessionOptions, io: Io): Promise<Session> {
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
  const open = new Map<Tenant, ServiceClient>();
  const tell = (line: string) => {
    if (options.verbose === true) progress.say(line);
  };
  const clientOf = (tenant: Tenant, credential: Credential) => {
    const client =
      open.get(tenant) ??
      createServiceClient({
        tenant,
        credential: () => Promise.resolve(credential),
        log: { info: tell, warn: tell },
        network,
        clock: io.clock,
        limits: io.limits,
      });
    open.set(tenant, client);
    return client;
  };
  const access = (wanted: readonly Tenant[]) => {
    const found = wanted.map((tenant) => [tenant, credentials(tenant)] as const);
    // Report everything that is missing at once.
    const missing = found.flatMap(([, credential]) => ("kind" in credential ? [] : credential));
    if (missing.length > 0) throw new Stop(EXITS.failed, missing);
    return found.flatMap(([tenant, credential]) =>
      "kind" in credential ? [{ tenant, client: clientOf(tenant, credential) }] : [],
    );
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
      await Promise.all([...open.values()].map((client) => client.close()));
    },
  };
}

/** @throws Stop if it is no folder. */
function rootOf(given: string, cwd: string): string {
  const full = path.resolve(cwd, given);
  try {
    if (statSync(full).isDirectory()) return realpathSync(full);
  } catch {}
  throw misuse(`--root has to be a folder, and "${given}" is none.`);
}
export interface Access {
  readonly tenant: Tenant;
  readonly client: ServiceClient;
}

export interface ReadTenant {
  readonly records: ReadonlyMap<string, ConnectionRecord>;
  /** Its pages by number, for finding a record. */
  readonly list: ListService;
  readonly pageOf: (id: string) => number | undefined;
  /** The last page. */
  readonly last: Listing | undefined;
}

/** Reads several pages at once. @throws Stop with the message of the failure. */
export async function readTenant(
  { tenant, client }: { readonly tenant: Tenant; readonly client: ListService },
  io: Pick<Io, "stopping">,
  progress: Progress,
): Promise<ReadTenant> {
  const list = cachedPages(client);
  const read = (page: number, signal: AbortSignal, options: CallOptions = {}) =>
    list.listPage(page, { ...options, signal });
  const records = new Map<string, ConnectionRecord>();
  const pages = new Map<string, number>();
  try {
    let last: Listing | undefined;
    for await (const listing of listAll(read, CONNECTIONS, io.stopping)) {
      last = listing;
      for (const record of listing.records) {
        records.set(record.id, record);
        pages.set(record.id, listing.page);
      }
      progress.at(`Reading ${tenant.name}`, listing.loaded, listing.total);
    }
    return { records, list, pageOf: (id) => pages.get(id), last };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (io.stopping.aborted) throw new Stop(EXITS.failed, "Interrupted. Nothing was sent.");
    throw new Stop(EXITS.failed, sentence(error, { tenant: tenant.name, proxySetting: PROXY_SETTING }).text);
  }
}
