import { filtered, isFiltered, type Filter, type FileFilter } from "../../core/connections/arrangeConnections.js";
import { isServiceError } from "../../core/service/errors/errors.js";
import { ruleOf } from "../../core/service/errorTable.js";
import type { ViewState } from "../contributions/contexts.js";
import type { Session } from "../tenants/sessions.js";

export function hasRows(state: ViewState): boolean {
  return state === "rows" || state === "signedOut" || state === "hosts";
}

/**
 * @param filesOf which of a tenant's connections have setup files, or files that need attention.
 * @param namesHosts whether setup files name hosts that aren't tenants.
 */
export function viewState(
  sessions: readonly Session[],
  filter: Filter,
  filesOf: (session: Session) => FileFilter,
  namesHosts: () => boolean,
): ViewState {
  const [only, ...others] = sessions;
  if (!only) return namesHosts() ? "hosts" : "noTenant";
  const loaded = sessions.filter(({ store }) => store.snapshot.connections.length > 0);
  const isHidden = (session: Session) =>
    filtered(session.store.snapshot.connections, filter, filesOf(session)).length === 0;
  // If there's more to load, the row that loads it must stay.
  if (isFiltered(filter) && loaded.length > 0 && sessions.every(isComplete) && loaded.every(isHidden))
    return "allHidden";
  if (others.length > 0) return "rows";
  if (!only.signedIn) return "signedOut";
  const { connections, failure, loadedAt, more } = only.store.snapshot;
  if (connections.length > 0) return "rows";
  if (failure !== undefined)
    return (loadedAt === undefined && isServiceError(failure) ? ruleOf(failure).welcome : undefined) ?? "rows";
  return loadedAt === undefined || more ? "rows" : "noConnections";
}

function isComplete({ signedIn, store }: Session): boolean {
  const { more, failure, loadedAt } = store.snapshot;
  return signedIn && loadedAt !== undefined && !more && failure === undefined;
}
