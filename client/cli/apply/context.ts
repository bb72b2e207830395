import { ActivePushes } from "../../core/push/activePushes.js";
import type { PushJournal } from "../../core/push/journal.js";
import { credentialsOf } from "../../core/push/plan.js";
import { whenEnded, type PushContext } from "../../core/push/run.js";
import { LAST_PAGE } from "../../core/service/operations/page.js";
import type { SetupFile } from "../files/readFiles.js";
import { maskedDigest } from "../../core/lock/maskedDigest.js";
import type { Session } from "../plan/session.js";
import { keepInLock } from "./keep.js";

/** What the pipeline of pushes shares in one run of the command. Build pipelines keep their own history. */
export function pushContext(
  { lock, io, secrets }: Session,
  journal: PushJournal,
  files: readonly SetupFile[],
): PushContext {
  const variantOf = (uri: string, digest: string) => {
    const file = files.find((one) => one.uri === uri);
    if (!file) return undefined;
    const { id, tenant } = file.inspected;
    const written = file.inspected;
    // A file that names no tenant is compared by the digest of what was sent only where it does.
    const hosts = tenant ? [tenant.value.toLowerCase()] : lock.entries.map((entry) => entry.tenant);
    const asksTheSame = hosts.some((host) => maskedDigest({ id: id?.value ?? "", tenant: host, written }) === digest);
    return asksTheSame || hosts.length === 0 ? written.variant : undefined;
  };
  return {
    journal,
    active: new ActivePushes(),
    listeners: [whenEnded(keepInLock(lock, variantOf)), journal.hear],
    secretsOf: async (sent) => {
      const file = files.find(({ uri }) => uri === sent.file);
      return file ? credentialsOf(file.inspected, secrets.sourcesFor(file.path)) : [];
    },
    closed: io.stopped,
    clock: io.clock,
    pageLimit: LAST_PAGE + 1,
  };
}
