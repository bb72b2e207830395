import {
  CONNECTIONS,
  FILE_STATE,
  NAMES,
  type ConnectionsParams,
  type ConnectionsResult,
  type FileStateParams,
  type KnownConnection,
  type NamesParams,
} from "../../../server/protocol/messages.js";
import { PLACE, type PlaceParams } from "../../../server/protocol/symbolMessages.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";
import type { Sessions } from "../tenants/sessions.js";
import { fileState } from "./fileState.js";
import type { Answers } from "./languageFeatures.js";
import { knownNames } from "./names.js";
import type { Places } from "./places.js";

/** More would not help anyone who is choosing from a list. */
const MOST_CONNECTIONS = 200;

/** What the extension tells the language server when asked: what it knows already, without a request. */
export function answersFor({
  sessions,
  secrets,
  fileStates,
  places,
}: Pick<Services, "sessions" | "secrets" | "fileStates"> & { readonly places: Places }): Answers {
  return {
    [CONNECTIONS]: (params: ConnectionsParams) => knownConnections(sessions, params),
    [NAMES]: (params: NamesParams) => knownNames(secrets, params),
    [FILE_STATE]: (params: FileStateParams) => fileState(sessions, fileStates, params),
    [PLACE]: (params: PlaceParams) => places.of(params),
  };
}

function knownConnections(sessions: Sessions, { tenant, query, id }: ConnectionsParams): ConnectionsResult {
  const wanted = sessions.all.filter(({ tenant: { host } }) => tenant === undefined || host === tenant.toLowerCase());
  const text = query?.toLowerCase() ?? "";
  const fits = (known: KnownConnection) =>
    (id === undefined || known.id === id) && `${known.id} ${known.name} ${known.app}`.toLowerCase().includes(text);
  const connections = wanted.flatMap(connectionsOf).filter(fits);
  return {
    connections: connections.slice(0, MOST_CONNECTIONS),
    tenants: sessions.all.map(({ tenant: { host, name } }) => ({ host, name })),
    incomplete: connections.length > MOST_CONNECTIONS || wanted.some(({ store }) => store.snapshot.more),
  };
}

function connectionsOf({ tenant, store }: Session): KnownConnection[] {
  return store.snapshot.connections.map(({ id, name, app_id: app, ready = false }) => ({
    id,
    name,
    app,
    ready,
    tenant: tenant.host,
    tenantName: tenant.name,
  }));
}
