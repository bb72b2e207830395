import { filtered, isFiltered, type Filter, type Marks } from "../../core/connections/connectionFilter.js";
import { isServiceError, type ServiceError } from "../../core/service/errors/errors.js";
import type { Session } from "../tenants/session.js";

/** The states in which the view has nothing but a welcome. A test holds them against those of the manifest. */
export const WELCOMES = [
  "noTenant",
  "nameNotFound",
  "stoppedByProxy",
  "unreachable",
  "noConnections",
  "allHidden",
] as const;

/** The states in which the view has rows. Of a tenant that is signed out, that is its own row alone. */
const WITH_ROWS = ["rows", "signedOut"] as const;

/**
 * What the view as a whole has to say. In every state without rows it shows the
 * welcome that the manifest has for it, with the one command that helps.
 * With several tenants, each says in its own row how it is.
 */
export type ViewState = (typeof WELCOMES)[number] | (typeof WITH_ROWS)[number];

/** Whether there are rows in a state, rather than a welcome. */
export function hasRows(state: ViewState): boolean {
  return WITH_ROWS.some((known) => known === state);
}

/** What can go wrong before the tenant has said anything, by what helps: another address, another proxy, another try. */
const ON_THE_WAY: Readonly<Partial<Record<ServiceError["kind"], ViewState>>> = {
  "name-not-found": "nameNotFound",
  proxy: "stoppedByProxy",
  refused: "unreachable",
  unreachable: "unreachable",
  reset: "unreachable",
  timeout: "unreachable",
};

/** Derives the state of the view from what is loaded just now. */
export function viewState(
  sessions: readonly Session[],
  filter: Filter,
  marksOf: (session: Session) => Marks,
): ViewState {
  const [only, ...others] = sessions;
  if (!only) return "noTenant";
  if (hidesAll(sessions, filter, marksOf)) return "allHidden";
  if (others.length > 0) return "rows";
  if (!only.signedIn) return "signedOut";
  const { connections, failure, loadedAt, more } = only.store.snapshot;
  if (connections.length > 0) return "rows";
  if (failure !== undefined)
    return (loadedAt === undefined && isServiceError(failure) ? ON_THE_WAY[failure.kind] : undefined) ?? "rows";
  return loadedAt === undefined || more ? "rows" : "noConnections";
}

/** Whether everything has been loaded and the filter leaves nothing of it. Where more can be loaded, its row has to stay. */
function hidesAll(sessions: readonly Session[], filter: Filter, marksOf: (session: Session) => Marks): boolean {
  if (!isFiltered(filter)) return false;
  const complete = sessions.every(({ signedIn, store: { snapshot } }) => {
    const { more, failure, loadedAt } = snapshot;
    return signedIn && loadedAt !== undefined && !more && failure === undefined;
  });
  const loaded = sessions.filter(({ store }) => store.snapshot.connections.length > 0);
  return complete && loaded.length > 0 && loaded.every((session) => !letsAnyThrough(session, filter, marksOf(session)));
}

function letsAnyThrough({ store }: Session, filter: Filter, marks: Marks): boolean {
  return store.snapshot.connections.some((connection) => filtered([connection], filter, marks).length > 0);
}
