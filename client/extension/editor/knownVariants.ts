import pLimit from "p-limit";
import type { Sessions } from "../tenants/sessions.js";
import { inspectFile, type LanguageServer } from "./inspection.js";
import type { SetupFileIndex } from "./setupFileIndex.js";

/** So many files tell enough about an application. */
const MOST_FILES = 50;
const AT_ONCE = 8;

/**
 * The variants that the setup files of this workspace use for connections of an
 * application, by their numbers in the interface document's table, the most
 * used first. The document itself does not say which application takes which.
 */
export async function knownVariants(
  {
    sessions,
    setupFiles,
    languageServer,
  }: { readonly sessions: Sessions; readonly setupFiles: SetupFileIndex; readonly languageServer: LanguageServer },
  application: string,
): Promise<readonly number[]> {
  const connections = sessions.all.flatMap(({ tenant, store }) =>
    store.snapshot.connections.map(({ id, app_id }) => ({ id, app_id, host: tenant.host })),
  );
  const ofApplication = connections.filter(({ app_id }) => app_id === application);
  const ids = new Set(ofApplication.flatMap(({ id, host }) => [id, `${host} ${id}`]));
  const files = setupFiles.all
    .filter(({ id, tenant }) => ids.has(tenant === undefined ? id : `${tenant} ${id}`))
    .map(({ file }) => file);
  const limit = pLimit(AT_ONCE);
  const inspected = await Promise.all(
    files.slice(0, MOST_FILES).map((file) => limit(() => inspectFile(languageServer, file).catch(() => null))),
  );
  const uses = new Map<number, number>();
  for (const variant of inspected.flatMap((file) => file?.variant ?? []))
    uses.set(variant, (uses.get(variant) ?? 0) + 1);
  return [...uses].sort(([, a], [, b]) => b - a).map(([variant]) => variant);
}
