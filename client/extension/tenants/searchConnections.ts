import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import { displayNameOf } from "../../core/push/pushTypes.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { describeReadiness, loadedInWords } from "../../core/connections/arrangeConnections.js";
import { sentence } from "../../core/service/errorTable.js";
import type { Session } from "./sessions.js";
import { answerOf, focusEditor } from "../ui/pick.js";
import { showServiceError } from "./serviceErrors.js";
import { inBackground } from "../ui/inBackground.js";

/** A much longer list opens slowly and doesn't help. */
const MAX_LISTED_CONNECTIONS = 200;

export interface ChosenConnection {
  readonly session: Session;
  readonly connection: ConnectionRecord;
}

export interface More {
  readonly label: (session: Session) => string;
  /** If it fails, the session's store has the reason. */
  readonly load: (session: Session) => Promise<unknown>;
}

export interface Likely {
  readonly label: string;
  readonly fits: (connection: ConnectionRecord) => boolean;
}

interface Item extends vscode.QuickPickItem {
  readonly choice?: ChosenConnection;
  readonly moreOf?: Session;
}

/**
 * Searches the loaded connections as the user types, and loads more on request.
 * @returns undefined if the user pressed Escape.
 */
export function searchConnections(
  title: string,
  sessions: readonly Session[],
  more: More,
  likely?: Likely,
): Promise<ChosenConnection | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  const offers = (isFailed: boolean) =>
    sessions
      .filter(({ store }) => store.snapshot.more && (store.snapshot.failure !== undefined) === isFailed)
      .map((session) => offerFor(session, more.label(session)));
  const update = () => {
    const found = matches(sessions, pick.value, likely);
    // Put the offers of tenants that failed to load first.
    const failed = offers(true);
    pick.items = [...failed, ...found, ...offers(false)];
    // If the user types, make the first match active, not the entry above it.
    const first = pick.value === "" ? failed[0] : found.find(({ choice, alwaysShow }) => choice && alwaysShow);
    if (first) pick.activeItems = [first];
  };
  const load = async (session: Session) => {
    if (pick.busy) return;
    pick.busy = true;
    await more.load(session);
    pick.busy = false;
    update();
  };
  pick.title = title;
  pick.placeholder = l10n.t("Name, application, or ID");
  pick.ignoreFocusOut = true;
  pick.onDidChangeValue(update);
  update();
  return answerOf(pick, () => {
    const [item] = pick.selectedItems;
    const { moreOf } = item ?? {};
    if (moreOf) inBackground("load-connections", () => load(moreOf));
    return item?.choice;
  });
}

/** The first connections whose name, application or id contains each typed word, and the number of further matches. */
function matches(sessions: readonly Session[], text: string, likely?: Likely): Item[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ connection: { name, app_id, id } }: ChosenConnection) => {
    const searched = `${name} ${app_id} ${id}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  const all = sessions.flatMap((session) =>
    session.store.snapshot.connections.map((connection) => ({ session, connection })),
  );
  // VS Code reports a click by row index and draws a new list later. If all rows fit, keep them, so that indexes stay
  // valid.
  const found = all.length <= MAX_LISTED_CONNECTIONS ? all : all.filter(isMatch);
  const isLikely = ({ connection }: ChosenConnection) => likely?.fits(connection) === true;
  const others = found.filter((choice) => !isLikely(choice));
  const itemOf = (choice: ChosenConnection) => itemFor(choice, sessions.length > 1, isMatch(choice));
  const items = others.slice(0, MAX_LISTED_CONNECTIONS).map(itemOf);
  const more = others.length - items.length;
  if (more > 0)
    items.push({
      label: l10n.t("More matches: {0}. Type more to narrow the results.", formatNumber(more)),
      alwaysShow: true,
    });
  // Likely ones are few, so list them all.
  const first = found.filter(isLikely).map(itemOf);
  if (!likely || first.length === 0) return items;
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [separator(likely.label), ...first, separator(l10n.t("others")), ...items];
}

function itemFor(choice: ChosenConnection, several: boolean, isMatch: boolean): Item {
  const { session, connection } = choice;
  const words = [
    sanitizeLabel(connection.app_id, 55),
    describeReadiness(connection),
    ...(several ? [sanitizeLabel(session.tenant.name)] : []),
  ];
  // We decide what matches, so VS Code always shows matches and hides the rest.
  return {
    label: sanitizeLabel(displayNameOf(connection)),
    description: words.join(" · "),
    detail: connection.id,
    alwaysShow: isMatch,
    choice,
  };
}

/** An entry that loads more, and says why the last attempt failed. */
export function offerFor(session: Session, offer: string): Item {
  const { connections, total, failure } = session.store.snapshot;
  const item = { description: loadedInWords(connections.length, total), alwaysShow: true, moreOf: session };
  if (failure === undefined) return { ...item, label: `$(cloud-download) ${offer}` };
  return {
    ...item,
    label: `$(warning) ${l10n.t("{0}: retry", offer)}`,
    detail: sanitizeLabel(sentence(failure, { tenant: session.tenant.name }).text),
  };
}

/**
 * Loads the first page if nothing is loaded, and more on request. If nothing can be loaded, says why.
 * @param likely connections to offer first.
 */
export async function pickConnection(
  session: Session,
  title: string,
  likely?: Likely,
): Promise<ConnectionRecord | undefined> {
  const { store } = session;
  if (store.snapshot.connections.length === 0) await focusEditor();
  await store.load();
  const { connections, failure } = store.snapshot;
  if (connections.length === 0 && failure !== undefined) {
    showServiceError(session, failure);
    return undefined;
  }
  const more = { label: () => l10n.t("Load more"), load: () => store.loadMore() };
  const choice = await searchConnections(title, [session], more, likely);
  return choice?.connection;
}
