import type { CallOptions } from "../../core/service/calls/wait.js";
import { createServiceClient, type ServiceClient } from "../../core/service/client.js";
import { isServiceError } from "../../core/service/errors/errors.js";
import { listAll, type ListingEnd } from "../../core/service/operations/listing.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { sentence } from "../../core/service/sentences/sentences.js";
import type { Credential } from "../../core/service/signIn/method.js";
import { CONNECTIONS } from "../../core/service/transport/dispatcher.js";
import type { NetworkSettings } from "../../core/service/transport/network.js";
import { cachedPages } from "../../core/push/check.js";
import type { ListService } from "../../core/push/readRecord.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { EXITS, Stop } from "../exits.js";
import type { Io } from "../io.js";
import type { Progress } from "../output/progress.js";
import { PROXY_SETTING, proxyReason } from "./reasons.js";

/** A tenant that was named and can be signed in to. */
export interface Access {
  readonly tenant: Tenant;
  readonly client: ServiceClient;
}

/** Makes the client of a tenant. Nothing is requested yet. @param log told of each request, never its contents. */
export function openAccess(
  tenant: Tenant,
  credential: Credential,
  network: NetworkSettings,
  { clock, limits }: Pick<Io, "clock" | "limits">,
  log: (line: string) => void,
): Access {
  const client = createServiceClient({
    tenant,
    credential: () => Promise.resolve(credential),
    log: { info: log, warn: log },
    network,
    clock,
    limits,
  });
  return { tenant, client };
}

/** The whole list of a tenant, as it was read once. */
export interface ReadTenant {
  readonly records: ReadonlyMap<string, ConnectionRecord>;
  /** The pages by number, for whoever looks for a record. */
  readonly list: ListService;
  /** On which page a record is. */
  readonly pageOf: (id: string) => number | undefined;
  readonly end: ListingEnd;
}

/**
 * Reads the whole list of a tenant, several pages at once.
 * @throws Stop in the words of the failure
 */
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
    const iteration = listAll(read, CONNECTIONS, io.stopping);
    for (;;) {
      const step = await iteration.next();
      if (step.done === true) return { records, list, pageOf: (id) => pages.get(id), end: step.value };
      const { page, loaded, total } = step.value;
      for (const record of step.value.records) {
        records.set(record.id, record);
        pages.set(record.id, page);
      }
      progress.at(`Reading ${tenant.name}`, loaded, total);
    }
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (io.stopping.aborted) throw new Stop(EXITS.failed, "Interrupted. Nothing was sent.");
    throw new Stop(
      EXITS.failed,
      proxyReason({ error }) ?? sentence(error, { tenant: tenant.name, proxySetting: PROXY_SETTING }).text,
    );
  }
}
