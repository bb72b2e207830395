import { AUTHORITY_FILE, certificate } from "../../test/service/certificates.js";
import { startProxy } from "../../test/service/proxy.js";
import { type Service, startService } from "../../test/service/service.js";

/** A tenant as the user settings name it, with an embedded service that answers for its host. */
export interface TenantOnStage {
  readonly name: string;
  /** Such as acme.example.com. */
  readonly host: string;
  readonly connections: number;
  readonly production?: boolean;
}

/** The services behind a scene, and what VS Code has to know to reach them by the names of their tenants. */
export type World = Awaited<ReturnType<typeof createWorld>>;

const ACME: TenantOnStage = { name: "Acme", host: "acme.example.com", connections: 12 };
const HOUR = 3_600_000;
/** How long ago the first connections were changed, in hours: a picture shows some old and some new ones. */
const CHANGED = [51, 2, 840, 5, 170, 26, 4400, 73, 1100, 9, 330, 2700];

/**
 * Starts an embedded service for each tenant, with a certificate for its host, and a proxy that leads there. The extension
 * does what it does with a real tenant: only VS Code's proxy setting and the trusted authority are different.
 */
export async function createWorld(tenants: readonly [TenantOnStage, ...TenantOnStage[]] = [ACME]) {
  const routes: Record<string, number> = {};
  const start = async ({ host, connections }: TenantOnStage): Promise<Service> => {
    const service = await startService({ connections, tls: certificate("tenants") });
    ageConnections(service);
    routes[`${host}:443`] = Number(new URL(service.origin).port);
    return service;
  };
  const [first, ...rest] = tenants;
  const service = await start(first);
  const others = await Promise.all(rest.map(start));
  const proxy = await startProxy({ routes });
  return {
    /** The service of the first tenant. */
    service,
    settings: {
      "http.proxy": proxy.address,
      "vaultconn.tenants": tenants.map(({ host, connections: _, ...entry }) => ({
        ...entry,
        baseUrl: `https://${host}/api/v2`,
      })),
    },
    environment: { NODE_EXTRA_CA_CERTS: AUTHORITY_FILE, HTTPS_PROXY: proxy.address },
    close: async () => {
      await proxy.close();
      await Promise.all([service, ...others].map((each) => each.close()));
    },
  };
}

function ageConnections({ connections }: Service): void {
  const aged = CHANGED.slice(0, connections.size);
  // The first of the list changes places when it is changed, so all ids are read before.
  const ids = aged.map((_, position) => connections.idAt(position));
  for (const [position, id] of ids.entries()) {
    connections.change(id, { updated_at: new Date(Date.now() - (CHANGED[position] ?? 0) * HOUR).toISOString() });
  }
}
