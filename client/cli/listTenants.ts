import type { CallOptions } from "../core/service/calls/wait.js";
import { isServiceError } from "../core/service/errors/errors.js";
import { listAll, partListed, type Listing } from "../core/service/operations/listPages.js";
import type { CachedList } from "../core/service/operations/recordReader.js";
import type { ConnectionRecord } from "../core/service/operations/records.js";
import { CONNECTIONS } from "../core/service/transport/dispatcher.js";
import type { Tenant } from "../core/tenants/tenant.js";
import { failureOf, interrupted, NETWORK_OPTIONS } from "./exits.js";
import type { Access, Session } from "./session.js";

export interface ListedTenant extends Access {
  readonly records: ReadonlyMap<string, ConnectionRecord>;
  readonly list: CachedList;
  readonly last: Listing | undefined;
}

/** Reads all connections of tenants, several pages at once. @throws ExitError with the reason if it fails. */
export function listTenants(session: Session, tenants: readonly Tenant[]): Promise<readonly ListedTenant[]> {
  return Promise.all(session.access(tenants).map((access) => listTenant(access, session)));
}

async function listTenant({ tenant, client }: Access, { io, progress }: Session): Promise<ListedTenant> {
  const list = client.cached();
  const read = (page: number, signal: AbortSignal, options: CallOptions = {}) =>
    list.listPage(page, { ...options, signal });
  const records = new Map<string, ConnectionRecord>();
  try {
    let last: Listing | undefined;
    for await (const listing of listAll(read, CONNECTIONS, io.stopping)) {
      last = listing;
      for (const record of listing.records) records.set(record.id, record);
      progress.at(`Reading ${tenant.name}`, listing.loaded, listing.total);
    }
    if (last && last.dropped > 0)
      progress.say(`${tenant.name} listed ${last.dropped} without a usable ID, which are left out.`);
    return { tenant, client, records, list, last };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    if (io.stopping.aborted) throw interrupted();
    throw failureOf(error, { tenant: tenant.name, network: NETWORK_OPTIONS });
  }
}

/** @returns a sentence for each tenant whose list ended before its total. */
export function incompleteLists(tenants: readonly ListedTenant[]): readonly string[] {
  return tenants.flatMap(({ tenant, last }) => {
    const part = partListed(last);
    return part === undefined ? [] : [`The list is incomplete: ${tenant.name} listed ${part} connections.`];
  });
}
